/** PostgreSQL's own programs for backups. They are installed with its client, of the server's version or newer. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CannotStart } from '#server/store/cannotStart.ts';

/** @property env of the programs: where they are found, and what else they read. */
export interface PostgresAccess {
  url: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The password travels in the environment, because arguments are shown to every user of the machine. */
function connection(access: PostgresAccess): { url: string; env: NodeJS.ProcessEnv } {
  const url = new URL(access.url);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { url: url.href, env: { ...access.env, ...(password === '' ? {} : { PGPASSWORD: password }) } };
}

/** Resolves when it has ended well. @throws CannotStart with its own words. */
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

/** Dumps what one exported snapshot sees. @param file must not exist. */
export async function dumpPostgres(access: PostgresAccess, file: string, snapshot: string): Promise<void> {
  const { url, env } = connection(access);
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`, '--file', file, '--dbname', url];
  await ended('pg_dump', spawn('pg_dump', args, { env, stdio: ['ignore', 'ignore', 'pipe'] }));
}

/**
 * Restores a dump and runs one more statement, in one transaction: all of it or nothing. A dump has no statistics: without them
 * the first lender's statements get plans that are guesses, and keep them.
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
  // A dump that was cut short must not be committed. A target that has ended needs no more of it.
  dumped.then(
    () => target.stdin.end(`\n${statement}\nanalyze;\n`),
    () => target.kill('SIGKILL'),
  );
  restored.catch(() => dump.kill('SIGKILL'));
  const [first, second] = await Promise.allSettled([restored, dumped]);
  // A program that was killed because the other failed says nothing of the cause.
  const failures = [first, second].flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const cause = failures.find(({ message }) => !message.endsWith('a signal')) ?? failures[0];
  if (cause) throw cause;
}
