/** The caller's address, for limits: through proxies, past them, and with forged headers. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { countedAddress, readProxies } from '#server/wire/callerAddress.ts';
import type { CaptchaOffer } from '#src/api/payloads.ts';
import { solve } from '#tests/support/solvedCaptcha.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { sendRaw, type RawAnswer } from '#tests/support/rawCalls.ts';
import { PRODUCTION } from '#tests/support/productionSettings.ts';

describe('the caller of a request', () => {
  const servers: FastifyInstance[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  /** The caller's address as a server with this TRUST_PROXY determines it for a real request. */
  async function callerWith(trust: string, forwarded: string | null, host = '127.0.0.1'): Promise<string> {
    const trustProxy = readProxies(trust);
    if (trustProxy === null) throw new Error(`refused: ${trust}`);
    const app = Fastify({ trustProxy });
    servers.push(app);
    app.get('/', (request) => ({ caller: countedAddress(request.ip) }));
    await app.listen({ host, port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
    const response = await fetch(url, forwarded === null ? {} : { headers: { 'x-forwarded-for': forwarded } });
    return ((await response.json()) as { caller: string }).caller;
  }

  it.each([
    // no proxy: the header is ignored
    ['0', '198.51.100.9', '127.0.0.1'],
    // one proxy: the last entry is the caller's address; earlier entries were sent by the caller
    ['1', '203.0.113.7', '203.0.113.7'],
    ['1', '198.51.100.9, 203.0.113.7', '203.0.113.7'],
    ['1', '198.51.100.9, 198.51.100.8, 203.0.113.7', '203.0.113.7'],
    ['1', null, '127.0.0.1'],
    // two proxies: the last entry is the first proxy's address
    ['2', '198.51.100.9, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    ['2', '203.0.113.7, 10.0.0.1', '203.0.113.7'],
    // proxies by address: entries from the end are skipped as long as they are proxies
    ['loopback', '198.51.100.9, 203.0.113.7', '203.0.113.7'],
    ['127.0.0.1, 10.0.0.0/8', '198.51.100.9, 203.0.113.7, 10.2.3.4, 10.9.9.9', '203.0.113.7'],
    ['loopback,uniquelocal', '198.51.100.9, 203.0.113.7, 192.168.3.4', '203.0.113.7'],
    ['loopback, linklocal', '198.51.100.9, 203.0.113.7, fe80::1', '203.0.113.7'],
    ['loopback, 2001:db8:1::/48', '203.0.113.7, 2001:db8:1:2::3', '203.0.113.7'],
    // a request past the proxies: the address of the connection, whatever the header says
    ['10.0.0.0/8', '198.51.100.9, 203.0.113.7', '127.0.0.1'],
    ['10.0.0.1', '10.0.0.1', '127.0.0.1'],
    // ports, and other spellings of an address
    ['1', '198.51.100.9, 203.0.113.7:51820', '203.0.113.7'],
    ['1', '[2001:db8:1:2:3:4:5:6]:51820', '2001:db8:1:2::/64'],
    ['1', '[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2::/64'],
    ['loopback, 10.0.0.1', '203.0.113.7:51820, 10.0.0.1:443', '203.0.113.7'],
    ['loopback, 10.0.0.1', '203.0.113.7, ::ffff:10.0.0.1', '203.0.113.7'],
    ['loopback', '203.0.113.7, no address', 'no address'],
  ])('caller with TRUST_PROXY=%s and X-Forwarded-For: %s: is %s', async (trust, forwarded, caller) => {
    expect(await callerWith(trust, forwarded)).toBe(caller);
  });

  it('caller on IPv4, server on IPv6 and IPv4: has its IPv4 address, also as a proxy', async () => {
    const app = Fastify({ trustProxy: readProxies('127.0.0.1') || false });
    servers.push(app);
    app.get('/', (request) => ({ peer: request.socket.remoteAddress, caller: countedAddress(request.ip) }));
    const hasIPv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));
    await app.listen({ host: hasIPv6 ? '::' : '0.0.0.0', port: 0 });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
    const peer = hasIPv6 ? '::ffff:127.0.0.1' : '127.0.0.1';
    expect(await (await fetch(url)).json()).toEqual({ peer, caller: '127.0.0.1' });
    expect(await (await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.7' } })).json()).toEqual({ peer, caller: '203.0.113.7' });
  });
});

describe('what limits count by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('limits, address %s: are counted by %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  });
});

describe('a lender in production behind one proxy', () => {
  let gateway: Server;
  let lender: TestLender;
  let numbers = 0;

  beforeAll(async () => {
    gateway = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    lender = await startLender({
      env: {
        ...PRODUCTION,
        TRUST_PROXY: '1',
        LOOKUPS_PER_ADDRESS: '60',
        CAPTCHA_FROM_ADDRESS: '8',
        CODES_PER_ADDRESS: '9',
        SMS_URL: gatewayUrl,
        DARAJA_BASE_URL: gatewayUrl,
      },
    });
  });
  afterAll(async () => {
    await lender?.stop();
    gateway?.close();
  });

  /** Sends requests as one caller through the proxy; each has another forged first entry in the header. */
  const send = (
    caller: string,
    name: 'existsByMobile' | 'getVerifyCode' | 'isRequiredVerificationCode',
    payload: object,
  ): Promise<RawAnswer> =>
    sendRaw(lender.url, name, {
      payload: { mobile: `2547${String(10_000_000 + ++numbers)}`, ...payload },
      headers: { 'x-forwarded-for': `198.51.100.${numbers % 250}, ${caller}` },
    });

  it('limit of lookups, header with invented addresses in front: the sixty-first lookup is refused', async () => {
    for (let asked = 1; asked <= 60; asked++) expect((await send('203.0.113.1', 'existsByMobile', {})).code).toBe(CODE.ok);
    expect((await send('203.0.113.1', 'existsByMobile', {})).code).toBe(CODE.tooManyRequests);
    expect((await send('203.0.113.2', 'existsByMobile', {})).code).toBe(CODE.ok);
  });

  it('limit of lookups, many addresses of one IPv6 network: the sixty-first lookup is refused', async () => {
    for (let asked = 1; asked <= 60; asked++) expect((await send(`2001:db8:1:2::${asked}`, 'existsByMobile', {})).code).toBe(CODE.ok);
    expect((await send('2001:db8:1:2:ffff::1', 'existsByMobile', {})).code).toBe(CODE.tooManyRequests);
    expect((await send('2001:db8:1:3::1', 'existsByMobile', {})).code).toBe(CODE.ok);
  });

  it('limit of codes, header with invented addresses in front: the ninth code needs work, and the tenth is refused', async () => {
    const caller = '203.0.113.3';
    for (let sent = 1; sent <= 8; sent++) expect((await send(caller, 'getVerifyCode', { purpose: 'register' })).code).toBe(CODE.ok);
    expect((await send(caller, 'getVerifyCode', { purpose: 'register' })).code).toBe(CODE.captchaRequired);
    expect((await send('203.0.113.4', 'getVerifyCode', { purpose: 'register' })).code).toBe(CODE.ok);

    const worked = async (): Promise<number> => {
      const mobile = `2547${String(20_000_000 + ++numbers)}`;
      const { data } = await send(caller, 'isRequiredVerificationCode', { mobile });
      const { captcha } = data as { captcha: CaptchaOffer };
      const solution = { token: captcha.token, answer: await solve(captcha) };
      return (await send(caller, 'getVerifyCode', { mobile, purpose: 'register', captcha: solution })).code;
    };
    expect(await worked()).toBe(CODE.ok);
    expect(await worked()).toBe(CODE.tooManyRequests);
  });
});
