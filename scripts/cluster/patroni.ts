/**
 * The configuration of Patroni, which keeps one primary and two standbys, and stores their roles in etcd. The settings are
 * explained in https://patroni.readthedocs.io/en/latest/dynamic_configuration.html and, for synchronous replication,
 * https://patroni.readthedocs.io/en/latest/replication_modes.html.
 */
import { join } from 'node:path';
import { stringify } from 'yaml';

export interface DatabaseNode {
  name: string;
  /** Port of PostgreSQL. */
  port: number;
  /** Port of Patroni's REST API. */
  restPort: number;
  /** Folder of the database. */
  dataDir: string;
}

export interface Passwords {
  superuser: string;
  replication: string;
  rewind: string;
  /** Password of the lenders' role, which owns the database. */
  lender: string;
}

interface PatroniSettings {
  folder: string;
  /** Folder of PostgreSQL's programs. */
  postgres: string;
  etcdPorts: readonly number[];
  passwords: Passwords;
}

const address = (port: number): string => `127.0.0.1:${port}`;

/** Settings of all nodes. The first start of the first node stores them in etcd. */
const SHARED = {
  // The key of the primary expires after `ttl` seconds without its Patroni. loop_wait + 2 * retry_timeout may be ttl at most.
  ttl: 20,
  loop_wait: 1,
  retry_timeout: 5,
  // A crashed primary is replaced at once, without an attempt to restart it.
  primary_start_timeout: 0,
  // A commit is acknowledged when the synchronous standbys have it, and only such a standby is promoted. Without a standby, writes
  // wait: a delay is better than losing a loan that was paid out.
  synchronous_mode: true,
  synchronous_mode_strict: true,
  // Both standbys are synchronous. Patroni promotes the one that has received most, so the other one can follow at once. It takes
  // a lost standby off the list in the next loop.
  synchronous_node_count: 2,
  postgresql: {
    // The former primary becomes a standby again after undoing the changes that no other node has.
    use_pg_rewind: true,
    // Before 3.2 Patroni creates the slots of its members some seconds after a promotion. Until then a standby would be refused
    // and no commit acknowledged. Instead of slots, wal_keep_size keeps the log for the other nodes.
    use_slots: false,
    parameters: {
      max_connections: 100,
      shared_buffers: '32MB',
      // With less than `on` a commit that only the primary has would be acknowledged.
      synchronous_commit: 'on',
      wal_keep_size: '256MB',
      // Commits wait for a standby that hangs, until its connection is given up. The default is one minute.
      wal_sender_timeout: '5s',
      // After a failover, writes wait until a standby follows the new primary. With the default a standby tries every five seconds.
      wal_retrieve_retry_interval: '100ms',
    },
  },
};

/** @returns the content of the file for one node, in YAML. */
export function patroniConfiguration(node: DatabaseNode, { folder, postgres, etcdPorts, passwords }: PatroniSettings): string {
  const access = (username: string, password: string) => ({ username, password });
  return stringify({
    scope: 'lender',
    name: node.name,
    restapi: { listen: address(node.restPort), connect_address: address(node.restPort) },
    etcd3: { hosts: etcdPorts.map(address) },
    bootstrap: {
      dcs: SHARED,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: address(node.port),
      connect_address: address(node.port),
      bin_dir: postgres,
      data_dir: node.dataDir,
      pgpass: join(folder, `${node.name}.pgpass`),
      authentication: {
        superuser: access('postgres', passwords.superuser),
        replication: access('replicator', passwords.replication),
        rewind: access('rewinder', passwords.rewind),
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      basebackup: { checkpoint: 'fast' },
      // If a node cannot be rewound, its data is copied from the primary.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    tags: { nofailover: false, nosync: false },
  });
}
