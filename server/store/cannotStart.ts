/** The server cannot start, and the message says why in one sentence an operator can act on. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** @param error the error of `listen`. @param setting name of the environment variable that sets the port. */
export function whyNotListening(error: unknown, host: string, port: number, setting = 'PORT'): CannotStart {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} on ${host} is taken by another program: stop it, or choose another with ${setting}.`);
  if (code === 'EACCES') return new CannotStart(`Port ${port} may not be used by this user: choose another with ${setting}.`);
  return new CannotStart(`The server cannot listen on ${host}:${port} (${code}): check its host and ${setting}.`);
}

/** @param folder on the disk that is full. @param needed bytes. */
export const diskFull = (folder: string, needed: number): CannotStart =>
  new CannotStart(
    `The disk of ${folder} is full: free at least ${Math.ceil(needed / 1024 / 1024)} MB on it and try again; what is stored stays as it is.`,
  );

export const serverDiskFull = (): CannotStart =>
  new CannotStart('The disk of the database of DATABASE_URL is full: make room on it and try again; what is stored stays as it is.');

export const databaseReadOnly = (): CannotStart =>
  new CannotStart(
    'The database of DATABASE_URL answers and takes no writes, because it is a standby or default_transaction_read_only is on: name the primary, or let it take writes, and try again.',
  );
