/** The proxies of `deploy/` in front of a lender: the files as they are, on free ports and with a certificate of the test. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUEST_LIMITS } from '#server/wire/slowRequests.ts';
import { isExecutable, onPath } from '../../../scripts/lib/browser.mjs';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { textOf } from '#tests/support/deploymentFiles.ts';
import { until } from '#tests/support/patience.ts';
import { freePort } from '#tests/support/freePort.ts';
import { encrypt, PACKAGE_NAME } from '#tests/support/rawCalls.ts';
import { contract } from '#src/api/contract.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

/** What an operator replaces by the name of the pages. */
const HOST = 'loan.example.ke';

interface Proxy {
  args: string[];
  env?: Record<string, string>;
  tls: number;
  plain: number;
}

interface Place {
  folder: string;
  lender: number;
  tls: number;
  plain: number;
}

/** A name that one machine may have is replaced; everything else stays as it is delivered. */
const replaced = (text: string, changes: readonly (readonly [from: string, to: string])[]): string =>
  changes.reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`the file does not say ${from}`);
    return whole.replaceAll(from, to);
  }, text);

function nginx({ folder, lender, tls, plain }: Place): Proxy {
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
  // Its workers write into the folder of the test, which belongs to who runs it.
  const asRoot = process.getuid?.() === 0 ? 'user root; ' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${asRoot}daemon off; pid ${folder}/pid; error_log stderr warn; events {} http { ${temporary} include ${folder}/site.conf; }`,
  );
  return { args: ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], tls, plain };
}

function caddy({ folder, lender, tls, plain }: Place): Proxy {
  const options = `{\n admin off\n skip_install_trust\n local_certs\n http_port ${plain}\n https_port ${tls}\n}\n`;
  writeFileSync(join(folder, 'Caddyfile'), `${options}${textOf('deploy/Caddyfile')}`);
  const env = { PAGE_HOST: HOST, LENDER: `127.0.0.1:${lender}`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return { args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], env, tls, plain };
}

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
}

type Options = RequestOptions & { servername?: string; rejectUnauthorized?: boolean };

async function ask(send: typeof plainRequest, options: Options, body?: Buffer): Promise<Answer> {
  const asked = send({ host: '127.0.0.1', agent: false, ...options, headers: { host: HOST, ...options.headers } });
  const answered = once(asked, 'response');
  asked.end(body);
  const [response] = (await answered) as [IncomingMessage];
  // A proxy that refuses a long body may close while it is sent.
  asked.on('error', () => undefined);
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}

const overTls = ({ tls }: Proxy, options: RequestOptions = {}, body?: Buffer): Promise<Answer> =>
  ask(tlsRequest, { port: tls, servername: HOST, rejectUnauthorized: false, ...options }, body);

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender({ env: { TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await lender?.stop();
  removeTemporaryFolders();
});

const PROXIES = [
  { name: 'nginx', file: 'deploy/nginx.conf', adapt: nginx },
  { name: 'caddy', file: 'deploy/Caddyfile', adapt: caddy },
];
/** Debian has servers where only root's PATH leads. */
const programOf = (name: string): string | undefined => onPath(name) ?? [`/usr/sbin/${name}`].find(isExecutable);

describe.each(PROXIES.filter(({ name }) => !programOf(name)))('$file', ({ name, file }) => {
  it(`${name} is not installed, so only braces and the lender's address are compared`, () => {
    const text = textOf(file).replace(/#.*$/gm, '');
    expect(text.split('{').length).toBe(text.split('}').length);
    expect(text).toContain('127.0.0.1:8080');
  });
});

describe.each(PROXIES.filter(({ name }) => programOf(name)))('$file', ({ name, adapt }) => {
  let proxy: Proxy;
  let child: ChildProcess;
  let said = '';
  beforeAll(async () => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    proxy = adapt({ folder, lender: Number(new URL(lender.url).port), tls: await freePort(), plain: await freePort() });
    child = spawn(programOf(name) ?? name, proxy.args, {
      env: { PATH: process.env['PATH'], ...proxy.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()));
    await until(
      () =>
        child.exitCode !== null ||
        overTls(proxy).then(
          () => true,
          () => false,
        ),
      () => `${name} does not answer: ${said}`,
    );
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
  });
  afterAll(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    if (child.exitCode === null) await exited;
  });

  it('plain HTTP: is sent to TLS', async () => {
    const { status, headers } = await ask(plainRequest, { port: proxy.plain, path: '/user_center' });
    expect(status).toBe(308);
    expect(headers.location).toMatch(new RegExp(`^https://${HOST}(:\\d+)?/user_center$`));
  });

  it('answer of the lender: has all its headers, and asks browsers to stay with TLS', async () => {
    const { headers } = await overTls(proxy, { path: '/none' });
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('id of a request: is the one of the proxy, not one of the caller', async () => {
    const { headers } = await overTls(proxy, { headers: { 'x-request-id': 'chosen-by-the-caller' } });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/);
  });

  it('request with the largest photo: reaches the lender', async () => {
    // A call that reads its whole body: one that is answered before may be cut off while the photo is still sent.
    const head = Buffer.from(
      '--photo\r\ncontent-disposition: form-data; name="file"; filename="id.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
    );
    const end = Buffer.from('\r\n--photo--\r\n');
    const photo = Buffer.concat([head, Buffer.alloc(REQUEST_LIMITS.mostBytes - head.length - end.length), end]);
    const headersOfPhoto = {
      packageName: PACKAGE_NAME,
      'content-type': 'multipart/form-data; boundary=photo',
      'content-length': String(photo.length),
    };
    const path = `/api/${encrypt(contract.uploadIdFront.path)}/e`;
    const { status, headers } = await overTls(proxy, { method: 'POST', path, headers: headersOfPhoto }, photo);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
