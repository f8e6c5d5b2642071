/** Binds the ports of the desk's chart to the lender and the browser. */
import { fromPromise } from 'xstate';
import { deskMachine } from '#machines/desk.machine.ts';
import { CALL_OF_PORT, type CallPort, type DeskPorts } from '#machines/desk/ports.ts';
import type { DeskProblem } from '#machines/desk/problem.ts';
import type { DeskSession, Role } from '#src/api/desk.ts';
import type { DeskClient } from './deskClient.ts';

interface Bound {
  client: DeskClient;
  /** In the sandbox: the role of the clerk who needs no sign-in; null: a clerk must sign in. */
  sandboxRole: Role | null;
}

/** Imported only when a passkey is used. */
const passkeys = () => import('@simplewebauthn/browser');

const NO_PASSKEY: DeskProblem = {
  error: 'passkey',
  message: 'The browser gave no passkey. Try again, or use your password and code.',
};

/** The browser's error when its passkey dialog is closed would mean nothing to a clerk, so a plain problem replaces it. */
const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch(() => {
    throw NO_PASSKEY;
  });

export function deskPorts({ client, sandboxRole }: Bound): DeskPorts {
  const calls = Object.fromEntries(
    (Object.keys(CALL_OF_PORT) as CallPort[]).map((port) => [
      port,
      fromPromise(({ input }: { input: never }) => client.call(CALL_OF_PORT[port], input)),
    ]),
  ) as unknown as DeskPorts;
  const readSession = async (): Promise<DeskSession> => {
    if (sandboxRole === null) return client.renew();
    // Only a sandbox has this call. Where it fails, the session is read from the cookie, or the clerk must sign in.
    return client.openSandbox(sandboxRole).catch(() => client.renew());
  };
  return {
    ...calls,
    readSession: fromPromise(readSession) as never,
    renewSession: fromPromise(() => client.renew()) as never,
    signInWithPasskey: fromPromise(async () => {
      const { options } = await client.call('passkeyChallenge', {});
      const { startAuthentication } = await passkeys();
      const answer = await asked(startAuthentication({ optionsJSON: options as never }));
      return client.call('passkeySignIn', { answer });
    }),
    addPasskey: fromPromise(async ({ input: { label, password } }: { input: { label: string; password: string } }) => {
      const { options } = await client.call('passkeyRegistration', { password });
      const { startRegistration } = await passkeys();
      const answer = await asked(startRegistration({ optionsJSON: options as never }));
      return client.call('addPasskey', { answer, label });
    }),
  };
}

export const bindDesk = (bound: Bound) => deskMachine.provide({ actors: deskPorts(bound) });
