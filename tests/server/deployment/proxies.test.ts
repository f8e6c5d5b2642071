/** The proxies of `deploy/` in front of a lender: the files as they are, on free ports and with a certificate of the test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { FILE_LIMIT } from '#server/wire/payload.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { textOf } from '#tests/support/deploymentFiles.ts';
import { until } from '#tests/support/patience.ts';
import { freePort } from '#tests/support/freePort.ts';
import { caddy, DESK_HOST, HOST, nginx, programOf, startPlainProxy, type Proxy, type RunningProxy } from '#tests/support/proxies.ts';
import { encrypt, encryptPayload, PACKAGE_NAME } from '#tests/support/rawCalls.ts';
import { contract } from '#src/api/contract.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

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
  // A proxy that refuses a long body may close the connection while the body is sent.
  asked.on('error', () => undefined);
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}

const overTls = ({ tls }: Proxy, options: Options = {}, body?: Buffer): Promise<Answer> =>
  ask(tlsRequest, { port: tls, servername: HOST, rejectUnauthorized: false, ...options }, body);

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender({ env: { TRUST_PROXY: '1', DESK_HOST } });
});
afterAll(async () => {
  await lender?.stop();
  removeTemporaryFolders();
});

const CLERK = Buffer.from(JSON.stringify({ role: 'reviewer' }));
/** What a page of this host sends, when it signs in at the desk of the sandbox. */
const deskHeaders = (host: string) => ({
  host,
  origin: `https://${host}`,
  'content-type': 'application/json',
  'content-length': String(CLERK.length),
});

const PROXIES = [
  { name: 'nginx', file: 'deploy/nginx.conf', adapt: nginx },
  { name: 'caddy', file: 'deploy/Caddyfile', adapt: caddy },
];

describe.each(PROXIES.filter(({ name }) => !programOf(name)))('$file', ({ name, file }) => {
  it(`${name} not installed: only the braces, the hosts and the lender's address of its file are compared`, () => {
    const text = textOf(file).replace(/#.*$/gm, '');
    expect(text.split('{').length).toBe(text.split('}').length);
    expect(text).toContain('127.0.0.1:8080');
    expect(text).toMatch(/\{\$DESK_HOST\} \{$|server_name .* desk\.example\.ke;/m);
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

  it('proxy, plain HTTP: is sent to TLS', async () => {
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

  it("desk's host: is served by the proxy, and the desk answers under it alone", async () => {
    const signIn = (host: string): Promise<Answer> =>
      overTls(proxy, { method: 'POST', path: '/desk/api/sandboxClerk', servername: host, headers: deskHeaders(host) }, CLERK);
    expect((await signIn(DESK_HOST)).status).toBe(200);
    expect((await signIn(HOST)).status).toBe(403);
    const { status, headers } = await ask(plainRequest, { port: proxy.plain, path: '/desk', headers: { host: DESK_HOST } });
    expect([status, headers.location]).toEqual([308, expect.stringMatching(new RegExp(`^https://${DESK_HOST}(:\\d+)?/desk$`))]);
  });

  it('id of a request: is set by the proxy, not by the caller', async () => {
    const { headers } = await overTls(proxy, { headers: { 'x-request-id': 'chosen-by-the-caller' } });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/);
  });

  it('request with the largest photo: reaches the lender', async () => {
    // Signed in, because the lender then reads the whole photo. It refuses an unsigned request early, and may cut the connection
    // while the photo is being sent.
    const phone = lender.phone();
    await phone.signIn('254712345678');
    const head = Buffer.from(
      `--photo\r\ncontent-disposition: form-data; name="q7f3k9"\r\n\r\n${encryptPayload({})}\r\n` +
        '--photo\r\ncontent-disposition: form-data; name="file"; filename="id.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
    );
    const end = Buffer.from('\r\n--photo--\r\n');
    const photo = Buffer.concat([head, Buffer.alloc(FILE_LIMIT), end]);
    const headersOfPhoto = {
      packageName: PACKAGE_NAME,
      authorization: `Bearer ${phone.token}`,
      'content-type': 'multipart/form-data; boundary=photo',
      'content-length': String(photo.length),
    };
    const path = `/api/${encrypt(contract.uploadIdFront.path)}/e`;
    const { status, headers } = await overTls(proxy, { method: 'POST', path, headers: headersOfPhoto }, photo);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});

// HAProxy comes as a package of Debian. These tests are left out where it is not installed.
describe.each(programOf('haproxy') ? ['HAProxy of the cluster'] : [])('%s', () => {
  let proxy: RunningProxy;
  const start = async (port: number): Promise<void> => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    proxy = await startPlainProxy('haproxy', folder, port);
  };
  afterEach(() => proxy.stop());

  it('request: reaches the lender with an id of the proxy', async () => {
    await start(Number(new URL(lender.url).port));
    const { status, headers } = await fetch(new URL('/none', proxy.url));
    expect(status).toBe(404);
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('proxy, no lender is there: answers 503 in the form of the lender', async () => {
    await start(await freePort());
    const answer = await fetch(new URL('/api/00/e', proxy.url));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(await answer.json()).toEqual({ code: CODE.tryLater, msg: '', data: null });
  });
});
