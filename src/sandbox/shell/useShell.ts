import { useActor } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { uploadCollected } from './phoneData.ts';
import { startHost, type ShellHost } from './bridgeHost.ts';
import { keep, recall } from './memory.ts';
import { shellMachine } from './shell.machine.ts';
import { createShellApi, signInActors } from './shellLogin.ts';

/** The simulated shell. It serves the app in `frame` while the page is shown. */
export function useShell(frame: RefObject<HTMLIFrameElement | null>) {
  const machine = useMemo(() => shellMachine.provide({ actors: signInActors(createShellApi()) }), []);
  const running = useRef<ShellHost | null>(null);
  const [kept] = useState(() => recall(window.localStorage));
  const [snapshot, send, actor] = useActor(machine, { input: kept });

  useEffect(() => {
    const host = startHost(window, () => frame.current?.contentWindow ?? null, send);
    running.current = host;
    const subscription = actor.on('message.sent', (event) => host.deliver(event, actor.getSnapshot().context.settings.manner));
    const collecting = actor.on('collecting', ({ request, contacts }) => {
      const done = (status: 0 | -1): void => send({ type: 'data.collected', request, status });
      void uploadCollected((input, init) => window.fetch(input, init), request.payload, contacts).then(done);
    });
    return () => {
      collecting.unsubscribe();
      subscription.unsubscribe();
      running.current = null;
      host.stop();
    };
  }, [actor, frame, send]);

  const { context } = snapshot;
  useEffect(() => keep(window.localStorage, context), [context]);

  const push = useCallback(
    (orderNo: string) => {
      const { presence, pushes } = actor.getSnapshot().context.settings;
      if (presence === 'there' && pushes === 'delivered') running.current?.push(orderNo);
    },
    [actor],
  );

  return { snapshot, send, push };
}
