import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEncrypt, encryptPath } from '#src/api/envelope.ts';
import { startFaultProxy, type Fault, type FaultProxy } from '../support/faultProxy.ts';

const encrypt = createEncrypt('ke.example.loan');
const CALL = '/repay/mpesa/repay-link';
const PATH = `/api${encryptPath(encrypt, CALL)}`;
const ANSWER = JSON.stringify({ code: 0, msg: '', data: 'x'.repeat(200) });

let received: string[];
let lender: Server;
let proxy: FaultProxy;
/** The proxy's pauses so far, in ms; and the pauses that it had made when the lender received each request. */
let pauses: number[];
let receivedAfter: number[][];

beforeEach(async () => {
  received = [];
  pauses = [];
  receivedAfter = [];
  lender = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${body}`);
      receivedAfter.push([...pauses]);
      response.setHeader('content-type', 'application/json');
      response.end(ANSWER);
    });
  });
  await new Promise<void>((resolve) => lender.listen(0, '127.0.0.1', resolve));
  proxy = await startFaultProxy({
    target: `http://127.0.0.1:${(lender.address() as AddressInfo).port}`,
    pause: async (ms) => void pauses.push(ms),
  });
});
afterEach(async () => {
  await proxy.close();
  lender.closeAllConnections();
  await new Promise((resolve) => lender.close(resolve));
});

const strike = (...faults: Fault[]) => proxy.set([{ match: /repay-link/, faults }]);
const post = (signal?: AbortSignal) => fetch(proxy.url + PATH, { method: 'POST', body: 'one', ...(signal ? { signal } : {}) });
const text = async () => (await post()).text();

describe('fault proxy', () => {
  it('fault proxy, no matching rule: forwards unchanged, and names the call', async () => {
    proxy.set([{ match: /loan-order/, faults: [{ is: 'refuse' }] }]);
    expect(await text()).toBe(ANSWER);
    expect(received).toEqual([`POST ${PATH} one`]);
    expect(proxy.passed()).toEqual([{ call: `POST ${CALL}`, faults: [], end: 200 }]);
  });

  it('fault proxy, rule with a count: applies so often', async () => {
    proxy.set([{ match: /repay-link/, times: 1, faults: [{ is: 'refuse' }] }]);
    await expect(post()).rejects.toThrow('fetch failed');
    expect(await text()).toBe(ANSWER);
    expect(received).toHaveLength(1);
  });

  it('fault proxy, lost answer: the lender executes the call', async () => {
    strike({ is: 'loseAnswer' });
    await expect(post()).rejects.toThrow('fetch failed');
    expect(received).toHaveLength(1);
  });

  it('fault proxy, cut: ends the answer early', async () => {
    strike({ is: 'cut', bytes: 10 });
    const response = await post();
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('fault proxy, hang: no answer, and the lender does not receive the call', async () => {
    strike({ is: 'hang' });
    const giveUp = new AbortController();
    const answer = post(giveUp.signal);
    await expect.poll(() => proxy.passed(/repay-link/).map(({ end }) => end)).toEqual(['hanging']);
    giveUp.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect(received).toEqual([]);
    expect(proxy.passed(/repay-link/)).toEqual([{ call: `POST ${CALL}`, faults: ['hang'], end: 'hanging' }]);
  });

  it('fault proxy, delay: slows the request and throttles the answer', async () => {
    strike({ is: 'latency', ms: 100 }, { is: 'throttle', bytesPerSecond: 1000 });
    expect(await text()).toBe(ANSWER);
    expect(receivedAfter, 'pauses before the lender receives it').toEqual([[100]]);
    const pieces = Math.ceil(ANSWER.length / 100);
    expect(pauses, 'and one after each tenth of a second of its answer').toEqual([100, ...Array<number>(pieces).fill(100)]);
  });

  it('fault proxy, repeat: sends the same bytes again', async () => {
    strike({ is: 'duplicate', extra: 2 });
    expect(await text()).toBe(ANSWER);
    expect(received).toEqual(Array.from({ length: 3 }, () => `POST ${PATH} one`));
  });

  it('fault proxy, reply: answers instead of the lender', async () => {
    strike({ is: 'replace', status: 500, body: '{"code":1500,"msg":"","data":null}' });
    const response = await post();
    expect([response.status, await response.text()]).toEqual([500, '{"code":1500,"msg":"","data":null}']);
    strike({ is: 'garbage' });
    expect(await text()).toContain('Buy a bundle');
    expect(received).toHaveLength(1);
  });

  it('fault proxy, hold: releases several requests together', async () => {
    strike({ is: 'hold', count: 3 });
    const first = [text(), text()];
    await expect.poll(() => proxy.passed().length).toBe(2);
    expect(received).toEqual([]);
    expect(await Promise.all([...first, text()])).toEqual([ANSWER, ANSWER, ANSWER]);
    expect(received).toHaveLength(3);
  });

  it('fault proxy, lender down: resets the connection, and forwards again later', async () => {
    proxy.setTarget('http://127.0.0.1:9');
    await expect(post()).rejects.toThrow('fetch failed');
    proxy.setTarget(`http://127.0.0.1:${(lender.address() as AddressInfo).port}`);
    expect(await text()).toBe(ANSWER);
  });
});
