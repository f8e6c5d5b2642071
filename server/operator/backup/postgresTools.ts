/** Runs PostgreSQL's client programs for backups. They must be installed, in the server's version or a newer one. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CannotStart } from '#server/store/cannotStart.ts';

/** @property env environment of the programs, with their `PATH`. */
export interface PostgresAccess {
  url: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Passes the password in the environment, because every user of the machine can read the arguments of a program. */
function connection(access: PostgresAccess): { url: string; env: NodeJS.ProcessEnv } {
  const url = new URL(access.url);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { url: url.href, env: { ...access.env, ...(password === '' ? {} : { PGPASSWORD: password }) } };
}

/** Resolves when the program has ended with 0. @throws CannotStart with the last line of its error output. */
async function ended(name: string, child: ChildProcess): Promise<void> {
  let words = '';
  child.stderr?.on('data', (text: Buffer) => (words = (words + text.toString()).slice(-2_000)));
  let code: number | null;
  try {
    [code] = (await once(child, 'close')) as [number | null];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new CannotStart(
      `The program ${name} is not installed: install PostgreSQL's client programs of the server's version or newer (on Debian: apt-get install postgresql-client), and run this again.`,
    );
  }
  if (code !== 0) throw new CannotStart(`${name} failed: ${words.trim().split('\n').at(-1) || `it ended with ${code ?? 'a signal'}`}`);
}

/** Dumps the database as of an exported snapshot. @param file must not exist. */
export async function dumpPostgres(access: PostgresAccess, file: string, snapshot: string): Promise<void> {
  const { url, env } = connection(access);
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`, '--file', file, '--dbname', url];
  await ended('pg_dump', spawn('pg_dump', args, { env, stdio: ['ignore', 'ignore', 'pipe'] }));
}

/**
 * Restores a dump and runs one more statement, in one transaction. Then it analyses the tables, because a dump contains no
 * statistics: without them the first statements of the lender would be planned badly, and prepared statements keep their plans.
 */
export async function restorePostgres(access: PostgresAccess, file: string, statement: string): Promise<void> {
  const { url, env } = connection(access);
  const dump = spawn('pg_restore', ['--no-owner', '--no-privileges', '--file=-', file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const dumped = ended('pg_restore', dump);
  const target = spawn('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction', '--file=-', '--dbname', url], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const restored = ended('psql', target);
  // When psql ends early the pipe breaks too. Only the message of psql says why.
  target.stdin.on('error', () => undefined);
  dump.stdout.on('error', () => undefined);
  dump.stdout.pipe(target.stdin, { end: false });
  // psql must not commit an incomplete dump, so it is killed if pg_restore fails, and pg_restore if psql fails.
  dumped.then(
    () => target.stdin.end(`\n${statement}\nanalyze;\n`),
    () => target.kill('SIGKILL'),
  );
  restored.catch(() => dump.kill('SIGKILL'));
  const [first, second] = await Promise.allSettled([restored, dumped]);
  // The cause is in the message of the program that failed first, not of the one that was killed for it.
  const failures = [first, second].flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const cause = failures.find(({ message }) => !message.endsWith('a signal')) ?? failures[0];
  if (cause) throw cause;
}
