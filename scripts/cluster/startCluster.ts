/**
 * Starts on one machine the cluster that a company would run on several: three PostgreSQL nodes under Patroni with etcd,
 * HAProxy, and three lenders. The data is in a temporary folder, which is deleted when the cluster ends.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresAccount } from '../lib/postgres.mjs';
import { haproxyConfiguration, type LenderPlace } from './haproxy.ts';
import { isWhole, killDatabase, primaryOf } from './databaseNodes.ts';
import { patroniConfiguration, type DatabaseNode, type Passwords } from './patroni.ts';
import { freePorts, startService, untilSome, type Account, type Service } from './processes.ts';
import { findPrograms, type Programs } from './programs.ts';

const MEMBERS = [1, 2, 3] as const;

export interface ClusterOptions {
  /** Folder of the build, with `server/main.js` and the pages. */
  dist: string;
  host?: string;
  /** Port of the lenders for browsers; 0: any free port. */
  port?: number;
  /** Further settings of the lenders. */
  env?: Readonly<Record<string, string>>;
  /** Options of Node for the lenders. */
  nodeOptions?: readonly string[];
  say: (line: string) => void;
}

export interface RunningCluster {
  folder: string;
  /** Address of the app, through HAProxy. */
  url: string;
  /** Address of the primary, through HAProxy, with the name and the password of the lenders. */
  databaseUrl: string;
  nodes: readonly DatabaseNode[];
  lenders: readonly (LenderPlace & { service: Service })[];
  services: readonly Service[];
  /** Address of the database on one node, whatever its role. */
  databaseUrlOf(node: DatabaseNode): string;
  stop(): Promise<void>;
}

const password = (): string => randomBytes(18).toString('base64url');

/** Kills PostgreSQL on all nodes. Its data is not needed any more. */
function endDatabases(nodes: readonly DatabaseNode[]): void {
  for (const node of nodes) {
    try {
      killDatabase(node);
    } catch {
      // It has ended already.
    }
  }
}

class Starting {
  readonly services: Service[] = [];
  readonly passwords: Passwords = { superuser: password(), replication: password(), rewind: password(), lender: password() };
  readonly folder = mkdtempSync(join(tmpdir(), 'lender-cluster-'));
  private readonly account: Account | undefined = postgresAccount();

  constructor(
    private readonly programs: Programs,
    readonly nodes: readonly DatabaseNode[],
    private readonly lenderPlaces: readonly LenderPlace[],
  ) {
    chmodSync(this.folder, 0o700);
    this.own(this.folder);
  }

  /** Gives a path to the account of PostgreSQL, which has to read or write it. */
  own(path: string): void {
    if (this.account) chownSync(path, this.account.uid, this.account.gid);
  }

  /** Writes a file that only its owner can read, because some files contain passwords. */
  write(name: string, text: string): string {
    const file = join(this.folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    this.own(file);
    return file;
  }

  start(name: string, command: string, args: readonly string[]): Service {
    const service = startService({
      name,
      command,
      args,
      cwd: this.folder,
      env: { PATH: process.env['PATH'], HOME: this.folder, LANG: 'C.UTF-8' },
      account: this.account,
      logFile: join(this.folder, `${name}.log`),
    });
    this.services.push(service);
    return service;
  }

  async startEtcd(): Promise<number[]> {
    const ports = await freePorts(2 * MEMBERS.length);
    const members = MEMBERS.map((n) => ({ name: `etcd${n}`, client: ports[2 * n - 2] as number, peer: ports[2 * n - 1] as number }));
    const url = (port: number): string => `http://127.0.0.1:${port}`;
    for (const { name, client, peer } of members)
      this.start(name, this.programs.etcd, [
        `--name=${name}`,
        `--data-dir=${join(this.folder, name)}`,
        `--listen-client-urls=${url(client)}`,
        `--advertise-client-urls=${url(client)}`,
        `--listen-peer-urls=${url(peer)}`,
        `--initial-advertise-peer-urls=${url(peer)}`,
        `--initial-cluster=${members.map((one) => `${one.name}=${url(one.peer)}`).join(',')}`,
        // All processes share one machine, where one may have to wait for longer than the default.
        '--heartbeat-interval=300',
        '--election-timeout=3000',
        '--logger=zap',
        '--log-level=warn',
      ]);
    await untilSome(
      async () => ((await (await fetch(`${url(members[0]?.client ?? 0)}/health`)).text()).includes('"true"') ? true : null),
      this.services,
      'etcd does not answer',
    );
    return members.map(({ client }) => client);
  }

  async startDatabases(etcdPorts: readonly number[]): Promise<void> {
    const settings = { folder: this.folder, postgres: this.programs.postgres, etcdPorts, passwords: this.passwords };
    for (const node of this.nodes)
      this.start(node.name, this.programs.patroni, [this.write(`${node.name}.yml`, patroniConfiguration(node, settings))]);
    await untilSome(async () => ((await isWhole(this.nodes)) ? true : null), this.services, 'the database nodes do not find each other');
    await this.createDatabase();
  }

  databaseUrl(port: number, user: 'lender' | 'postgres' = 'lender'): string {
    const secret = user === 'lender' ? this.passwords.lender : this.passwords.superuser;
    return `postgres://${user}:${secret}@127.0.0.1:${port}/${user}`;
  }

  private async createDatabase(): Promise<void> {
    const primary = await primaryOf(this.nodes);
    if (!primary) throw new Error('no database node is the primary');
    const client = new pg.Client({ connectionString: this.databaseUrl(primary.port, 'postgres') });
    await client.connect();
    try {
      await client.query(`create role lender login password '${this.passwords.lender}'`);
      await client.query('create database lender owner lender');
    } finally {
      await client.end();
    }
  }

  startHaproxy(places: { databasePort: number; host: string; appPort: number; packageName: string | undefined }): void {
    const { nodes, lenderPlaces: lenders } = this;
    const file = this.write('haproxy.cfg', haproxyConfiguration({ ...places, nodes, lenders }));
    this.start('haproxy', this.programs.haproxy, ['-db', '-f', file]);
  }

  async startLenders(databaseUrl: string, { dist, env = {}, nodeOptions = [] }: ClusterOptions): Promise<RunningCluster['lenders']> {
    const dataKeys = `1:${randomBytes(32).toString('hex')}`;
    const lenders = this.lenderPlaces.map((place) => {
      const dataDir = join(this.folder, place.name);
      mkdirSync(dataDir, { mode: 0o700 });
      const service = startService({
        name: place.name,
        command: process.execPath,
        args: [...nodeOptions, join(dist, 'server/main.js')],
        cwd: this.folder,
        env: {
          ...process.env,
          NODE_ENV: undefined,
          SANDBOX: '1',
          DATA_KEYS: dataKeys,
          LOG_LEVEL: 'warn',
          ...env,
          HOST: '127.0.0.1',
          PORT: String(place.port),
          MONITOR_PORT: String(place.monitorPort),
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          TRUST_PROXY: '1',
        },
        logFile: join(this.folder, `${place.name}.log`),
      });
      this.services.push(service);
      return { ...place, service };
    });
    for (const { name, monitorPort } of lenders)
      await untilSome(
        async () => ((await fetch(`http://127.0.0.1:${monitorPort}/readyz`)).ok ? true : null),
        this.services,
        `${name} is not ready`,
      );
    return lenders;
  }

  /** Ends everything, lenders first, and removes the data. */
  async stop(): Promise<void> {
    const named = (start: string): Service[] => this.services.filter(({ name }) => name.startsWith(start));
    const end = (services: readonly Service[], signal: NodeJS.Signals): Promise<unknown> =>
      Promise.all(services.map((one) => one.end(signal)));
    await end(named('lender'), 'SIGTERM');
    await end(named('haproxy'), 'SIGTERM');
    // After SIGTERM, Patroni and etcd would spend ten seconds on handing their roles to other nodes, which end too.
    await end(named('node'), 'SIGKILL');
    endDatabases(this.nodes);
    await end(named('etcd'), 'SIGKILL');
    // Retries, because the last backends of PostgreSQL end only at their next write.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** @throws Error with one sentence about a program that is not installed or did not start. */
export async function startCluster(options: ClusterOptions): Promise<RunningCluster> {
  const { host = '127.0.0.1', port = 0, say } = options;
  const programs = findPrograms();
  const ports = await freePorts(2 + 4 * MEMBERS.length);
  const take = (): number => ports.pop() as number;
  const starting = new Starting(
    programs,
    MEMBERS.map((n) => ({ name: `node${n}`, port: take(), restPort: take(), dataDir: '' })),
    MEMBERS.map((n) => ({ name: `lender${n}`, port: take(), monitorPort: take() })),
  );
  for (const node of starting.nodes) node.dataDir = join(starting.folder, node.name);
  const [databasePort, appPort] = [take(), port === 0 ? take() : port];
  // Kills the cluster and deletes its data when this process exits for any reason.
  const endNow = (): void => {
    for (const { pid } of starting.services) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
    endDatabases(starting.nodes);
    rmSync(starting.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  process.once('exit', endNow);
  try {
    say('starting etcd');
    const etcdPorts = await starting.startEtcd();
    say('starting three PostgreSQL nodes under Patroni');
    await starting.startDatabases(etcdPorts);
    starting.startHaproxy({ databasePort, host, appPort, packageName: options.env?.['PACKAGE_NAME'] ?? process.env['PACKAGE_NAME'] });
    say('starting three lenders');
    const databaseUrl = starting.databaseUrl(databasePort);
    const lenders = await starting.startLenders(databaseUrl, options);
    const { folder, nodes, services } = starting;
    return {
      folder,
      url: `http://${host}:${appPort}`,
      databaseUrl,
      nodes,
      lenders,
      services,
      databaseUrlOf: (node) => starting.databaseUrl(node.port),
      async stop() {
        await starting.stop();
        process.removeListener('exit', endNow);
      },
    };
  } catch (error) {
    await starting.stop();
    process.removeListener('exit', endNow);
    throw error;
  }
}
