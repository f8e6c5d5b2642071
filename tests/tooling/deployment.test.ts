/** Every path, port, setting and script that the files of a deployment name exists in the product. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import {
  compose,
  dockerfile,
  exampleSettings,
  FILLED_IN,
  imageSettings,
  ROOT,
  textOf,
  unitSettings,
} from '#tests/support/deploymentFiles.ts';
import { LENDER_ENTRIES } from '../../scripts/build/lenderBundle.ts';
import { onPath } from '../../scripts/lib/browser.mjs';

const tables = textOf('docs/settings.md');
/** The names of all settings. Another test compares them with the settings that the lender reads. */
const SETTINGS = [...tables.replace(/^(\|[^|]*\|).*$/gm, '$1').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name);

const monitor = textOf('server/monitoring/monitor.ts');

/** Seconds within which the lender has stopped; `docs/operations.md` explains it. */
const STOP = 70;

const image = imageSettings();
/** Settings of Node's packages and of glibc, which the lender does not read. */
const BELOW = ['NODE_ENV', 'MALLOC_TRIM_THRESHOLD_'];
const instructions = (keyword: string): string[][] =>
  dockerfile()
    .getInstructions()
    .filter((one) => one.getKeyword() === keyword)
    .map((one) => one.getArguments().map((argument) => argument.getValue()));

/** The version of PostgreSQL that a release of Debian has. */
const DEBIAN_POSTGRES: Readonly<Record<string, number>> = { bookworm: 15, trixie: 17 };

const isEntry = (script: string | undefined): boolean => Object.keys(LENDER_ENTRIES).some((name) => script === `dist/server/${name}.js`);

describe('deploy/lender.env.example', () => {
  const example = exampleSettings();

  it('deploy/lender.env.example, its settings: are read by the lender, or by the compose file', () => {
    const interpolated = [...textOf('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(Object.keys(example).filter((name) => !SETTINGS.includes(name) && !interpolated.includes(name))).toEqual([]);
    const optional = [...textOf('compose.yaml').matchAll(/\$\{(\w+):-/g)].map(([, name = '']) => name);
    expect(optional).toEqual(['RELEASE', 'DESK_HOST']);
    expect(interpolated.filter((name) => !optional.includes(name) && !(name in example))).toEqual([]);
  });

  it('deploy/lender.env.example, as it is: the lender names what has to be filled in', () => {
    const sentences = (() => {
      try {
        readConfig(example);
        return [];
      } catch (error) {
        if (error instanceof ConfigError) return error.sentences;
        throw error;
      }
    })();
    const empty = Object.keys(example).filter((name) => example[name] === '' && name !== 'DATABASE_PASSWORD');
    for (const name of empty) expect(sentences.join(' '), name).toContain(name);
  });

  it('deploy/lender.env.example, gaps filled in: is accepted', () => {
    const empty = Object.keys(example).filter((name) => example[name] === '');
    expect(empty.toSorted()).toEqual(Object.keys(FILLED_IN).toSorted());
    expect(readConfig({ ...example, ...FILLED_IN, NODE_ENV: 'production' }).mode).toBe('production');
  });
});

describe('Dockerfile', () => {
  it('Dockerfile, its stages: have one version of Node, which the package allows', () => {
    const images = new Set(
      dockerfile()
        .getFROMs()
        .map((from) => from.getImage()),
    );
    expect(images.size).toBe(1);
    expect(Number(/^node:(\d+)-/.exec([...images][0] ?? '')?.[1])).toBeGreaterThanOrEqual(20);
  });

  it('Dockerfile, last stage: installs the client of PostgreSQL that its Debian has, not older than the database of compose.yaml', () => {
    const [before = '', last = ''] = textOf('Dockerfile').split(/(?=^FROM (?!.* AS ))/m);
    expect(before).not.toContain('postgresql');
    const run = instructions('RUN').find((words) => words.some((word) => word.startsWith('postgresql-client')));
    const version = Number(/ postgresql-client-(\d+) /.exec(run?.join(' ') ?? '')?.[1]);
    expect(last.indexOf('RUN apt-get'), 'as root').toBeLessThan(last.indexOf('USER node'));
    expect(version).toBe(DEBIAN_POSTGRES[/^FROM node:\d+-(\w+)-slim$/m.exec(last)?.[1] ?? '']);
    expect(version).toBeGreaterThanOrEqual(Number(/^postgres:(\d+)-/.exec(compose().services.database.image ?? '')?.[1]));
  });

  it('Dockerfile, what it copies: is in the repository, or is built', () => {
    const sources = dockerfile()
      .getCOPYs()
      .flatMap((copy) =>
        copy
          .getArguments()
          .map((argument) => argument.getValue())
          .slice(0, -1),
      )
      .map((path) => path.replace(/^\/(source|opt\/lender)\/?/, ''));
    const built = sources.filter((path) => path.startsWith('dist/'));
    expect(built).toEqual(['dist/app', 'dist/page', 'dist/desk', 'dist/server']);
    expect(sources.filter((path) => !path.startsWith('dist/') && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('Dockerfile, its settings: are read by the lender', () => {
    expect(Object.keys(image).filter((name) => !BELOW.includes(name) && !SETTINGS.includes(name))).toEqual([]);
    expect(image['NODE_ENV']).toBe('production');
    expect(instructions('EXPOSE')).toEqual([[image['PORT']]]);
  });

  it('the built-in names: have the same default in the pages and in the lender', () => {
    const defaults = dockerfile()
      .getInstructions()
      .filter((one) => one.getKeyword() === 'ARG')
      .map((one) => one.getArgumentsContent());
    const config = readConfig({ SANDBOX: '1' });
    expect(new Set(defaults)).toEqual(new Set([`PACKAGE_NAME=${config.packageName}`, `APP_NAME="${config.appName}"`, 'RELEASE']));
  });

  it('Dockerfile: runs an entry of the build, as a user without rights, and keeps its data in volumes', () => {
    expect(instructions('USER')).toEqual([['node']]);
    expect(isEntry(/dist\/server\/\w+\.js/.exec(dockerfile().getCMDs().at(-1)?.getArgumentsContent() ?? '')?.[0])).toBe(true);
    const volumes = JSON.parse(instructions('VOLUME')[0]?.join(' ') ?? '') as string[];
    expect(volumes).toEqual([image['DATA_DIR'], dirname(image['DATA_KEY_FILE'] ?? '')]);
  });

  it('Dockerfile, health check: asks a path of the monitor at its port', () => {
    const [, port, path = ''] = /127\.0\.0\.1:(\d+)(\/\w+)/.exec(textOf('Dockerfile')) ?? [];
    expect(port).toBe(image['MONITOR_PORT']);
    expect(monitor).toContain(`'${path}'`);
  });

  it('Dockerfile and compose.yaml, monitor: is reached in the networks of the container, and not published', () => {
    const { services } = compose();
    const { MONITOR_PORT, MONITOR_HOST } = image;
    expect(readConfig({ SANDBOX: '1', MONITOR_PORT, MONITOR_HOST }).monitor).toEqual({ port: 9090, host: '0.0.0.0' });
    expect(instructions('EXPOSE').flat()).not.toContain(MONITOR_PORT);
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published.filter((port) => port.includes(MONITOR_PORT ?? ''))).toEqual([]);
    for (const file of ['deploy/Caddyfile', 'deploy/nginx.conf']) expect(textOf(file)).not.toContain(MONITOR_PORT);
    expect(textOf('docs/deploy.md')).toContain(`http://lender:${MONITOR_PORT}/metrics`);
  });

  it('Dockerfile, .dockerignore: includes every file that the build reads, and no data', () => {
    const allowed = [...textOf('.dockerignore').matchAll(/^!(.*)$/gm)].map(([, path = '']) => path);
    expect(allowed.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const sources = [...(/const SOURCES = \[([^\]]*)\]/.exec(textOf('scripts/lib/builtPages.mjs'))?.[1] ?? '').matchAll(/'([^']+)'/g)];
    expect(sources.length).toBeGreaterThan(5);
    for (const [, source = ''] of sources) expect(allowed).toContain(source.split('/')[0]);
    for (const source of Object.values(LENDER_ENTRIES)) expect(allowed).toContain(source.split('/')[0]);
  });
});

describe('compose.yaml', () => {
  const { services, networks, volumes } = compose();
  const { lender, database, proxy } = services;

  it('compose.yaml, lender: gets settings that it reads, and is reached through the proxy only', () => {
    expect(Object.keys({ ...lender.environment, ...lender.build?.args }).filter((name) => !SETTINGS.includes(name))).toEqual([]);
    expect(lender.ports).toBeUndefined();
    expect(proxy.environment?.['LENDER']).toBe(`lender:${image['PORT']}`);
    expect(lender.environment?.['TRUST_PROXY']).toBe('1');
    const DATABASE_URL = lender.environment?.['DATABASE_URL']?.replace(/\$\{DATABASE_PASSWORD[^}]*\}/, '0f3a');
    expect(readConfig({ SANDBOX: '1', ...lender.environment, DATABASE_URL }).databaseUrl).toBe('postgres://lender:0f3a@database/lender');
  });

  it('compose.yaml, lender: has a root that cannot be written, and volumes for what it writes', () => {
    expect(lender.read_only).toBe(true);
    expect(lender.volumes?.map((volume) => volume.split(':')[1])).toEqual([image['DATA_DIR'], dirname(image['DATA_KEY_FILE'] ?? '')]);
  });

  it('compose.yaml, lender: has time to stop', () => {
    expect(Number.parseInt(lender.stop_grace_period ?? '', 10)).toBeGreaterThan(STOP + Number(lender.environment?.['STOP_DELAY']));
  });

  it('compose.yaml, database: is reached by the lender alone', () => {
    expect(database.ports).toBeUndefined();
    expect(database.networks).toEqual(['inside']);
    expect(networks['inside']?.internal).toBe(true);
    expect(proxy.networks).not.toContain('inside');
    expect(database.environment?.['POSTGRES_PASSWORD']).toContain('DATABASE_PASSWORD');
  });

  it('compose.yaml, volumes and mounted files: exist', () => {
    const mounted = Object.values(services).flatMap(({ volumes: own = [] }) => own.map((volume) => volume.split(':')[0] ?? ''));
    expect(mounted.filter((name) => !(name.startsWith('./') ? existsSync(join(ROOT, name)) : name in volumes))).toEqual([]);
    expect(textOf('deploy/Caddyfile')).toContain('{$LENDER:');
    for (const name of ['PAGE_HOST', 'DESK_HOST']) {
      expect(proxy.environment).toHaveProperty(name);
      expect(textOf('deploy/Caddyfile')).toContain(`{$${name}}`);
    }
  });
});

describe('docs/deploy.md', () => {
  const { services } = compose();
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const commands = [...textOf('docs/deploy.md').matchAll(/^docker compose --env-file lender\.env (.*)$/gm)].map(([, words = '']) => words);

  it('docs/deploy.md, commands of compose: name services of compose.yaml, and verbs of the operator', () => {
    const named = commands.flatMap((words) => /^(?:exec|run|stop|logs)(?: --\w+| -T)* (\w+)/.exec(words)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !(name in services))).toEqual([]);
    const verbs = commands.flatMap((words) => /dist\/server\/operator\.js ([\w:-]+)/.exec(words)?.[1] ?? []);
    expect(verbs).toEqual(expect.arrayContaining(['backup', 'restore']));
    expect(verbs.filter((verb) => !(verb in scripts))).toEqual([]);
  });

  it('docs/deploy.md, files in a container: are in a volume of the lender', () => {
    const folders = services.lender.volumes?.map((volume) => volume.split(':')[1]);
    const files = commands.flatMap((words) => words.match(/\/var\/[\w./-]+/g) ?? []);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !folders?.includes(dirname(file)))).toEqual([]);
  });
});

describe('deploy/lender.service', () => {
  const settings = unitSettings(textOf('deploy/lender.service'));
  const valuesOf = (name: string): string[] => settings.filter((one) => one.name === name).map(({ value }) => value);
  const environment = Object.fromEntries(
    valuesOf('Environment').flatMap((value) => value.split(' ').map((one) => one.split('=') as [string, string])),
  );

  it('deploy/lender.service, its settings: are read by the lender, and are those of the image', () => {
    expect(Object.keys(environment).filter((name) => !BELOW.includes(name) && !SETTINGS.includes(name))).toEqual([]);
    for (const name of [...BELOW, 'PORT', 'MONITOR_PORT', 'DATA_DIR', 'DATA_KEY_FILE']) expect(environment[name], name).toBe(image[name]);
    expect(readConfig({ ...exampleSettings(), ...FILLED_IN, ...environment }).host).toBe('127.0.0.1');
  });

  it('deploy/lender.service: starts an entry of the build, and may write to the folders of the settings', () => {
    expect(isEntry(valuesOf('ExecStart')[0]?.split(' ')[1])).toBe(true);
    expect(
      valuesOf('StateDirectory')[0]
        ?.split(' ')
        .map((name) => `/var/lib/${name}`),
    ).toEqual([environment['DATA_DIR'], dirname(environment['DATA_KEY_FILE'] ?? '')]);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(STOP);
  });

  it('deploy/lender.service, proxies: call the port of the lender', () => {
    for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) expect(textOf(file)).toContain(`127.0.0.1:${environment['PORT']}`);
  });

  it(
    onPath('systemd-analyze')
      ? 'deploy/lender.service: is accepted by systemd'
      : 'deploy/lender.service, systemd not installed: only the lines are compared',
    () => {
      if (!onPath('systemd-analyze')) return expect(settings.length).toBeGreaterThan(20);
      const folder = mkdtempSync(join(tmpdir(), 'unit-'));
      const unit = join(folder, 'lender.service');
      const text = textOf('deploy/lender.service').replace('/usr/bin/node', process.execPath);
      writeFileSync(unit, text);
      const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      // `systemd-analyze` also reports units of the machine, which are left out.
      expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('lender.service'))).toEqual([]);
    },
  );
});
