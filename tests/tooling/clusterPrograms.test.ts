/** The files that `npm run cluster` writes for Patroni and HAProxy, and its messages about missing settings. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { haproxyConfiguration } from '../../scripts/cluster/haproxy.ts';
import { isWhole, killDatabase, primaryOf } from '../../scripts/cluster/databaseNodes.ts';
import { freePorts } from '../../scripts/cluster/processes.ts';
import { patroniConfiguration, type DatabaseNode } from '../../scripts/cluster/patroni.ts';
import { requireAll } from '../../scripts/cluster/programs.ts';
import { printFigures } from '#tests/support/console.ts';

const node = (n: number): DatabaseNode => ({ name: `node${n}`, port: 5000 + n, restPort: 8000 + n, dataDir: `/data/node${n}` });
const NODES = [1, 2, 3].map(node);
const LENDERS = [1, 2, 3].map((n) => ({ name: `lender${n}`, port: 6000 + n, monitorPort: 9000 + n }));

describe('programs that are missing', () => {
  const all = { etcd: '/bin/etcd', patroni: '/bin/patroni', haproxy: '/sbin/haproxy', postgres: '/lib/postgresql' };
  it('programs of a cluster, one missing: the sentence names it and its package', () => {
    expect(() => requireAll({ ...all, etcd: undefined })).toThrow(
      /^The cluster needs etcd, which is not installed \(on Debian: apt-get install etcd-server\)\.$/,
    );
  });
  it('programs of a cluster, several missing: the sentence names them all', () => {
    expect(() => requireAll({ ...all, patroni: undefined, postgres: undefined })).toThrow(
      'needs patroni, postgres, which are not installed (on Debian: apt-get install patroni postgresql).',
    );
  });
  it('programs of a cluster, none missing: they are used', () => expect(requireAll(all)).toBe(all));
});

describe('query to Patroni', () => {
  it('query to Patroni, no node answers: there is no primary, and the cluster is not whole', async () => {
    const [restPort = 0] = await freePorts(1);
    const nodes = NODES.map((one) => ({ ...one, restPort }));
    expect(await primaryOf(nodes)).toBeUndefined();
    expect(await isWhole(nodes)).toBe(false);
  });
});

describe('PostgreSQL of a node to be killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('PostgreSQL of a node, not running or killed already: the sentence says so', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const killed = { ...node(2), dataDir: folder };
    const sentence = /^PostgreSQL does not run on node2; in a moment another node is the primary\.$/;
    expect(() => killDatabase(killed)).toThrow(sentence);
    writeFileSync(join(folder, 'postmaster.pid'), `${pid}\n${folder}\n`);
    expect(() => killDatabase(killed)).toThrow(sentence);
  });
});

describe('configuration of Patroni', () => {
  const passwords = { superuser: 'one', replication: 'two', rewind: 'three', lender: 'four' };
  const text = patroniConfiguration(node(2), { folder: '/data', postgres: '/lib/postgresql', etcdPorts: [1, 2, 3], passwords });
  const written = parse(text) as {
    bootstrap: {
      dcs: { ttl: number; loop_wait: number; retry_timeout: number; postgresql: { parameters: Record<string, string> } };
    };
    postgresql: { pg_hba: string[]; listen: string };
  };
  const { dcs } = written.bootstrap;

  it('configuration of Patroni, replication: is synchronous and strict, so that no acknowledged commit is on one node only', () => {
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  });
  it('configuration of Patroni, standbys: all are synchronous, and one that hangs is given up long before a call is', () => {
    const { parameters } = dcs.postgresql;
    expect(dcs).toMatchObject({ synchronous_node_count: NODES.length - 1 });
    expect(parameters['wal_sender_timeout']).toMatch(/^[1-9]s$/);
  });
  it('configuration of Patroni, log for standbys: is kept by size, because a new primary has no slot for its standbys', () => {
    expect(dcs).toMatchObject({ postgresql: { use_slots: false, parameters: { wal_keep_size: expect.stringMatching(/^\d+[MG]B$/) } } });
  });
  it('configuration of Patroni, times: leave Patroni two attempts within the time of the key, as its documents ask', () => {
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  });
  it('configuration of Patroni, access: loopback only, with a password', () => {
    expect(written.postgresql.listen).toBe('127.0.0.1:5002');
    for (const line of written.postgresql.pg_hba) expect(line).toMatch(/ 127\.0\.0\.1\/32 scram-sha-256$/);
  });
  it('configuration of Patroni, password of the lenders: is left out, because Patroni does not need it', () => {
    expect(text).not.toContain('four');
  });
});

describe('configuration of HAProxy', () => {
  const text = haproxyConfiguration({ databasePort: 4999, host: '127.0.0.1', appPort: 8080, nodes: NODES, lenders: LENDERS });

  it('configuration of HAProxy, nodes: are chosen by the answer of their Patroni', () => {
    for (const { name, port, restPort } of NODES)
      expect(text).toMatch(new RegExp(`server ${name} 127\\.0\\.0\\.1:${port} .*check port ${restPort}\\n`));
  });
  it('configuration of HAProxy, lenders: a ready one is chosen, or any if none is ready', () => {
    for (const { name, port, monitorPort } of LENDERS) {
      expect(text).toContain(`server ${name} 127.0.0.1:${port} check port ${monitorPort}\n`);
      expect(text).toContain(`server ${name} 127.0.0.1:${port}\n`);
    }
  });
  it('configuration of HAProxy, file: is accepted by HAProxy where it is installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lender-haproxy-'));
    try {
      const file = join(folder, 'haproxy.cfg');
      writeFileSync(file, text);
      const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
      const { status, stderr, error } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8', env });
      if (error) printFigures('HAProxy is not installed: its configuration was not tried');
      else expect([status, stderr]).toEqual([0, expect.not.stringContaining('WARNING')]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
