/** The proxies of `deploy/` as they are delivered, except for free ports and a certificate that is made here. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable, onPath } from '../../scripts/lib/browser.mjs';
import { haproxyConfiguration } from '../../scripts/cluster/haproxy.ts';
import { textOf } from './deploymentFiles.ts';
import { freePort } from './freePort.ts';

/** The host names in the delivered files, which an operator replaces. */
export const HOST = 'loan.example.ke';
export const DESK_HOST = 'desk.example.ke';

export interface Proxy {
  args: string[];
  env?: Record<string, string>;
  tls: number;
  plain: number;
}

export interface ProxyPlace {
  folder: string;
  lender: number;
  tls: number;
  plain: number;
}

/** The text with replaced names and ports. Everything else stays as it is delivered. */
const replaced = (text: string, changes: readonly (readonly [from: string, to: string])[]): string =>
  changes.reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`the file does not say ${from}`);
    return whole.replaceAll(from, to);
  }, text);

export function nginx({ folder, lender, tls, plain }: ProxyPlace): Proxy {
  const made = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${HOST}`,
      '-keyout',
      'key.pem',
      '-out',
      'certificate.pem',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  const site = replaced(textOf('deploy/nginx.conf'), [
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${tls} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['server 127.0.0.1:8080;', `server 127.0.0.1:${lender};`],
    [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, join(folder, 'certificate.pem')],
    [`/etc/letsencrypt/live/${HOST}/privkey.pem`, join(folder, 'key.pem')],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  // Workers run as the user of the test, because they write into its folder.
  const asRoot = process.getuid?.() === 0 ? 'user root; ' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${asRoot}daemon off; pid ${folder}/pid; error_log stderr warn; events {} http { ${temporary} include ${folder}/site.conf; }`,
  );
  return { args: ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], tls, plain };
}

export function caddy({ folder, lender, tls, plain }: ProxyPlace): Proxy {
  const options = `{\n admin off\n skip_install_trust\n local_certs\n http_port ${plain}\n https_port ${tls}\n}\n`;
  writeFileSync(join(folder, 'Caddyfile'), `${options}${textOf('deploy/Caddyfile')}`);
  const env = { PAGE_HOST: HOST, DESK_HOST, LENDER: `127.0.0.1:${lender}`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return { args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], env, tls, plain };
}

/** Debian installs servers in a folder that is only on root's PATH. */
export const programOf = (name: string): string | undefined => onPath(name) ?? [`/usr/sbin/${name}`].find(isExecutable);

export const PLAIN_PROXIES = ['nginx', 'caddy', 'haproxy'] as const;
export type PlainProxy = (typeof PLAIN_PROXIES)[number];

/** The site without TLS, whose cost must not be measured. */
const withoutTls = (text: string, tls: number): string =>
  replaced(text.replace(/^ *ssl_.*$/gm, ''), [[`listen 127.0.0.1:${tls} ssl http2;`, `listen 127.0.0.1:${tls};`]]);

function plainArguments(name: PlainProxy, folder: string, lender: number, port: number, databasePort: number): Proxy {
  const place = { folder, lender, tls: port, plain: databasePort };
  if (name === 'nginx') {
    const proxy = nginx(place);
    const site = join(folder, 'site.conf');
    writeFileSync(site, withoutTls(readFileSync(site, 'utf8'), port));
    return proxy;
  }
  if (name === 'caddy') {
    const proxy = caddy(place);
    return { ...proxy, env: { ...proxy.env, PAGE_HOST: `http://127.0.0.1:${port}`, DESK_HOST: '' } };
  }
  // The configuration of `npm run cluster`, with one lender that is always ready.
  const lenders = [{ name: 'lender', port: lender, monitorPort: lender }];
  const file = haproxyConfiguration({ databasePort, host: '127.0.0.1', appPort: port, nodes: [], lenders });
  writeFileSync(join(folder, 'haproxy.cfg'), file.replace(/^ *(option httpchk GET|http-check expect status 200).*$/gm, ''));
  return { args: ['-db', '-f', join(folder, 'haproxy.cfg')], tls: port, plain: databasePort };
}

export interface RunningProxy {
  url: URL;
  stop(): Promise<void>;
}

/**
 * Starts the proxy without TLS in front of a lender.
 * @param folder an empty folder.
 * @throws Error when it is not installed, or ends.
 */
export async function startPlainProxy(name: PlainProxy, folder: string, lender: number): Promise<RunningProxy> {
  const program = programOf(name);
  if (!program) throw new Error(`${name} is not installed`);
  const port = await freePort();
  const { args, env } = plainArguments(name, folder, lender, port, await freePort());
  const child = spawn(program, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const url = new URL(`http://127.0.0.1:${port}`);
  for (let answers = false; !answers;) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    answers = await fetch(url).then(
      () => true,
      () => false,
    );
  }
  return {
    url,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      if (child.exitCode === null) await exited;
    },
  };
}
