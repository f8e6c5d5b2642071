/** The programs of a cluster, from the system's packages. */
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

/** By program, its package on Debian. */
const PACKAGES: Readonly<Record<keyof Programs, string>> = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  postgres: 'postgresql',
};

/** What Patroni starts of PostgreSQL. */
const POSTGRES = ['initdb', 'postgres', 'pg_ctl', 'pg_controldata', 'pg_rewind', 'pg_basebackup', 'pg_isready'];

/** Debian keeps servers where only root has them on the PATH. */
const findServer = (name: string): string | undefined => onPath(name) ?? [join('/usr/sbin', name)].find(isExecutable);

/** @throws Error with one sentence that says what to install. */
export function findPrograms(): Programs {
  const found = {
    etcd: findServer('etcd'),
    patroni: findServer('patroni'),
    haproxy: findServer('haproxy'),
    postgres: findPostgres(POSTGRES),
  };
  const missing = (Object.keys(PACKAGES) as (keyof Programs)[]).filter((name) => found[name] === undefined);
  if (missing.length > 0)
    throw new Error(
      `The cluster needs ${missing.join(', ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed (on Debian: apt-get install ${missing.map((name) => PACKAGES[name]).join(' ')}).`,
    );
  return found as Programs;
}
