/** Finds the programs of a cluster, which the system's packages install. */
import { join } from 'node:path';
import { isExecutable, onPath } from '../lib/browser.mjs';
import { findPostgres } from '../lib/postgres.mjs';

export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** Folder of PostgreSQL's programs. */
  postgres: string;
}

/** Names of the Debian packages, by program. */
const PACKAGES: Readonly<Record<keyof Programs, string>> = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  postgres: 'postgresql',
};

/** Programs of PostgreSQL that Patroni starts. */
const POSTGRES = ['initdb', 'postgres', 'pg_ctl', 'pg_controldata', 'pg_rewind', 'pg_basebackup', 'pg_isready'];

/** Also searches `/usr/sbin`: Debian installs servers there, which only root has on the PATH. */
const findServer = (name: string): string | undefined => onPath(name) ?? [join('/usr/sbin', name)].find(isExecutable);

const isComplete = (found: Found): found is Programs => Object.values(found).every((path) => path !== undefined);

type Found = Readonly<Record<keyof Programs, string | undefined>>;

/** @throws Error with one sentence that says what to install. */
export function requireAll(found: Found): Programs {
  if (isComplete(found)) return found;
  const missing = (Object.keys(PACKAGES) as (keyof Programs)[]).filter((name) => found[name] === undefined);
  const packages = missing.map((name) => PACKAGES[name]).join(' ');
  throw new Error(
    `The cluster needs ${missing.join(', ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed (on Debian: apt-get install ${packages}).`,
  );
}

/** @throws Error with one sentence that says what to install. */
export const findPrograms = (): Programs =>
  requireAll({
    etcd: findServer('etcd'),
    patroni: findServer('patroni'),
    haproxy: findServer('haproxy'),
    postgres: findPostgres(POSTGRES),
  });
