import { useActor } from '@xstate/react';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { uploadCollected } from './collect.ts';
import { startHost } from './host.ts';
import { keep, recall } from './memory.ts';
import { shellMachine } from './shell.machine.ts';
import { createShellApi, signInActors } from './signIn.ts';

/** The simulated shell, listening to the app in `frame` as long as the page is shown. */
export function useShell(frame: RefObject<HTMLIFrameElement | null>) {
  const machine = useMemo(() => shellMachine.provide({ actors: signInActors(createShellApi()) }), []);
  const [kept] = useState(() => recall(window.localStorage));
  const [snapshot, send, actor] = useActor(machine, { input: kept });

  useEffect(() => {
    const host = startHost(window, () => frame.current?.contentWindow ?? null, send);
    const said = actor.on('said', (event) => host.deliver(event, actor.getSnapshot().context.settings.manner));
    const collecting = actor.on('collecting', ({ request, contacts }) => {
      const done = (status: 0 | -1): void => send({ type: 'data.collected', request, status });
      void uploadCollected((input, init) => window.fetch(input, init), request.payload, contacts).then(done);
    });
    return () => {
      collecting.unsubscribe();
      said.unsubscribe();
      host.stop();
    };
  }, [actor, frame, send]);

  const { context } = snapshot;
  useEffect(() => keep(window.localStorage, context), [context]);

  return { snapshot, send };
}
