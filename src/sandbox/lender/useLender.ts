import { useMachine } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { SandboxCommands, SandboxState } from '#src/api/sandbox.ts';
import { createLenderApi, Refused, type LenderApi } from './api.ts';
import { pollMachine } from './poll.machine.ts';

export type Command = <P extends keyof SandboxCommands>(path: P, body: SandboxCommands[P]) => Promise<boolean>;

export interface Lender {
  api: LenderApi;
  /** The last answer; null before the first. */
  state: SandboxState | null;
  reach: 'connecting' | 'answering' | 'unreachable';
  /** Why the last command was refused. */
  refusal: string | null;
  dismissRefusal: () => void;
  /** Resolves with true when the command succeeded; the page shows a refusal. */
  run: Command;
}

export function useLender(): Lender {
  const api = useMemo(() => createLenderApi((input, init) => window.fetch(input, init)), []);
  const machine = useMemo(() => pollMachine.provide({ actors: { load: fromPromise(() => api.state()) } }), [api]);
  const [snapshot, send] = useMachine(machine);
  const away = snapshot.matches('unreachable') || snapshot.matches('lookingAgain');
  return {
    api,
    state: snapshot.context.state,
    reach: away ? 'unreachable' : snapshot.context.state ? 'answering' : 'connecting',
    refusal: snapshot.context.refusal,
    dismissRefusal: () => send({ type: 'refusal.dismissed' }),
    run: async (path, body) => {
      try {
        await api.command(path, body);
        send({ type: 'command.done' });
        return true;
      } catch (error) {
        send({ type: 'command.failed', reason: error instanceof Refused ? error.message : String(error) });
        return false;
      }
    },
  };
}
