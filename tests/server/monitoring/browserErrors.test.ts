/** Errors that pages report: the content of a report, the log line, and the limits of what a caller can have logged. */
import fs from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeError } from '#src/app/sendError.ts';
import { BROWSER_ERRORS_PATH, redactMessage } from '#src/api/browserErrors.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';

let lender: TestLender;
let lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  lender = await startLender({ env: { LOG_LEVEL: 'warn', MONITOR_PORT: '0', TRUST_PROXY: '1' }, log });
});
afterAll(() => lender?.stop());
beforeEach(() => {
  lines = [];
});

const post = (body: unknown, address = '198.51.100.1'): Promise<Response> =>
  fetch(lender.url + BROWSER_ERRORS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const logged = () => lines.filter(({ msg }) => msg === 'browser error');

const STACK = `TypeError: x
    at Amina (https://loan.example/assets/app-1a2B_c.js:1:2345)
    at https://loan.example/assets/repay-9.js:10:7
    at secret (https://elsewhere.example/steal.js:1:1)`;

describe('message of an error', () => {
  it.each([
    ["Cannot read properties of undefined (reading 'orderNo')", "Cannot read properties of undefined (reading 'orderNo')"],
    ["No contact 'Amina Wanjiku'", "No contact '...'"],
    ['Unexpected token "2547123" at position 12', 'Unexpected token "..." at position 0'],
    ['Failed for amina@example.com at https://loan.example/x?y=1', 'Failed for ... at ...'],
    ['Kitambulisho 12345678 cha Ñandú', 'Kitambulisho 0 cha .and.'],
  ])("message of an error, %s: keeps the program's text", (message, redacted) => expect(redactMessage(message)).toBe(redacted));
});

describe('error of a page', () => {
  const error = Object.assign(new TypeError("Cannot read properties of undefined (reading 'orderNo')"), { stack: STACK });
  const report = describeError(error, { repay: { cashier: 'requesting' } }, '1.4.0');

  it('report of the page: names release, state and positions, and no function and no other site', () => {
    expect(report).toEqual({
      release: '1.4.0',
      state: 'repay.cashier.requesting',
      name: 'TypeError',
      message: "Cannot read properties of undefined (reading 'orderNo')",
      frames: ['assets/app-1a2B_c.js:1:2345', 'assets/repay-9.js:10:7'],
    });
    expect(describeError('no error at all', 'boot', '1.4.0')).toMatchObject({ name: 'string', message: '', frames: [] });
  });

  it('report that arrives: is one line of the log and counted', async () => {
    expect((await post(report)).status).toBe(204);
    expect(logged()).toEqual([expect.objectContaining({ ...report })]);
    const metrics = await (await fetch(`http://127.0.0.1:${lender.inside().monitorPort}/metrics`)).text();
    expect(metrics).toMatch(/^lender_browser_errors_total 1$/m);
  });

  it('report that a page did not redact: is redacted by the lender', async () => {
    await post({ ...report, message: 'No contact "Amina Wanjiku", 254712345678', frames: ['assets/a.js:1:2 Amina', 'Amina', 7] });
    expect(logged()).toEqual([expect.objectContaining({ message: 'No contact "...", 0', frames: ['assets/a.js:1:2'] })]);
  });

  it.each([
    ['no JSON', '{'],
    ['a list', []],
    ['without a release', { ...report, release: undefined }],
    ['a state with a text in it', { ...report, state: 'Amina <b>' }],
    ['too large', { ...report, message: 'x'.repeat(5_000) }],
  ])('report that is %s: is refused and not logged', async (_, body) => {
    const { status } = await post(body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(logged()).toEqual([]);
  });

  it('report, counters not available: is dropped without an error', async () => {
    const full = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 0, bsize: 4096 } as ReturnType<typeof fs.statfsSync>);
    try {
      expect((await post(report, '198.51.100.4')).status).toBe(204);
      expect(logged()).toEqual([]);
    } finally {
      full.mockRestore();
    }
  });

  it('reports of one address above the limit: are dropped, and those of others are logged', async () => {
    for (let n = 0; n < 65; n++) expect((await post(report, '198.51.100.2')).status).toBe(204);
    expect(logged()).toHaveLength(60);
    await post(report, '198.51.100.3');
    expect(logged()).toHaveLength(61);
  });

  it('report, state that contains a phone number: is logged without the number', async () => {
    expect((await post({ ...report, state: 'repay.cashier 254712345678' })).status).toBe(204);
    await vi.waitFor(() => expect(logged()).toMatchObject([{ state: 'repay.cashier 0' }]), PATIENCE);
  });
});
