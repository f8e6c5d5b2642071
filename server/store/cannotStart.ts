/** The server cannot start, and the message says why in one sentence an operator can act on. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** @param error what `listen` gave. */
export function whyNotListening(error: unknown, host: string, port: number): CannotStart {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} on ${host} is taken by another program: stop it, or choose another with PORT.`);
  if (code === 'EACCES') return new CannotStart(`Port ${port} may not be used by this user: choose another with PORT.`);
  return new CannotStart(`The server cannot listen on ${host}:${port} (${code}): check HOST and PORT.`);
}
