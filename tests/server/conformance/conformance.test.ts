/** `npm run conformance`: the lender of this project conforms, and each kind of fault in a back end is found. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import { createEnvelope } from '#server/wire/envelope.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { runConformance, type Report, type RunOptions } from '../../../scripts/conformance/runConformance.ts';
import { personEvents, sandboxEvents } from '../../../scripts/conformance/outsideEvents.ts';

const PACKAGE_NAME = 'ke.example.loan';
const envelope = createEnvelope(PACKAGE_NAME);
const names = Object.keys(contract) as CallName[];

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender?.stop());

let numbers = 0;
const newNumber = (): string => `2547${String(20_000_000 + ++numbers)}`;

/** Settings that test only these calls, and the calls that they need. */
const without = (kept: readonly CallName[]): Record<string, string> =>
  Object.fromEntries(names.filter((name) => !kept.includes(name)).map((name) => [name, 'not in this test']));

function run(more: Partial<RunOptions> = {}): Promise<Report> {
  return runConformance({
    ...{ address: lender.url, packageName: PACKAGE_NAME, appName: 'Example Loan', envelope: true, adapter: {}, fetch },
    ...{
      outside: sandboxEvents(lender.url, fetch),
      mobile: newNumber(),
      newMobile: newNumber(),
      skip: {},
      now: () => lender.inside().clock.now(),
    },
    ...more,
  });
}

/** The name of the call in a request to the lender. */
function callOf(url: string): string | undefined {
  const [, base = '', hex = ''] = /(\/api|\/cou)\/([0-9a-f]+)\/e/.exec(url) ?? [];
  try {
    const path = envelope.decrypt(hex);
    return names.find((name) => contract[name].base === base && contract[name].path === path);
  } catch {
    return undefined;
  }
}

type Body = Record<string, unknown> & { code: number; data: Record<string, unknown> | null };

/** A proxy to the lender that changes the answers of one call. */
const changing =
  (name: CallName, change: (body: Body, nth: number) => unknown, init: ResponseInit = {}): typeof fetch =>
  async (input, request) => {
    const response = await fetch(input, request);
    if (callOf(input instanceof Request ? input.url : input.toString()) !== name) return response;
    const body = (await response.json()) as Body;
    return Response.json(change(body, ++nth), { status: response.status, headers: response.headers, ...init });
  };
let nth = 0;

describe('the lender of this project', () => {
  it('every call, in every kind: nothing differs', async () => {
    const report = await run();
    expect(report.differences).toEqual([]);
    expect(report.run).toHaveLength(names.length + 1);
    expect(report.skipped).toEqual([]);
  });

  it('call left out for a reason: is not run, and the report has the reason', async () => {
    const report = await run({ skip: without(['productIndex']), newMobile: null });
    expect(report.run).toEqual(['wire', 'productIndex']);
    expect(report.skipped).toContainEqual({ call: 'mangoCashRepayLink', reason: 'not in this test' });
  });

  it('conformance check without a number that has no account: registering is left out, with the reason', async () => {
    const skip = without(['productIndex', 'register']);
    expect((await run({ skip, newMobile: null })).skipped).toContainEqual({
      call: 'register',
      reason: 'no number without an account was given',
    });
  });
});

describe('a back end that is wrong', () => {
  const wrongIn = async (
    name: CallName,
    change: (body: Body, nth: number) => unknown,
    also: readonly CallName[] = [],
    init?: ResponseInit,
  ) => {
    nth = 0;
    const { differences } = await run({ fetch: changing(name, change, init), skip: without(['productIndex', name, ...also]) });
    expect(new Set(differences.map(({ call }) => call))).toEqual(new Set([name]));
    return differences.map(({ kind, says }) => `${kind}: ${says}`);
  };
  const succeeding = (change: (data: Record<string, unknown>) => unknown) => (body: Body) =>
    body.code === 0 && body.data ? { ...body, data: change(body.data) } : body;

  it('form, a field is missing: is named with its place', async () => {
    expect(
      await wrongIn(
        'stepAmount',
        succeeding(({ maximum, step }) => ({ maximum, step })),
      ),
    ).toEqual(["form: data must have required property 'minimum'"]);
  });

  it('form, a field of another type: is named with its place', async () => {
    expect(
      await wrongIn(
        'orderList',
        succeeding((data) => ({ ...data, more: 'no' })),
      ),
    ).toEqual(['form: data.more must be boolean']);
  });

  it('form, other fields around the data: are quoted', async () => {
    const [first] = await wrongIn('customerService', ({ data }) => ({ success: true, result: data }));
    expect(first).toMatch(/^form: code must be a whole number/);
  });

  it('form, HTTP status of a refusal: must be 200', async () => {
    const found = await wrongIn('getUserInfo', (body) => body, [], { status: 401 });
    expect(found).toContain('form: HTTP status must be 200 for every answer of a call, not 401');
  });

  it('code, a call that refuses: its code and message are named', async () => {
    expect(await wrongIn('loanMarketIndex', (body) => (body.code === 0 ? { code: 4711, msg: 'closed', data: null } : body))).toEqual([
      'code: answered 4711, which is no code of the contract: "closed"; expected 0 (ok)',
    ]);
  });

  it('session, one code for every lost session: both cases are named', async () => {
    const found = await wrongIn('getCreditInfo', (body) =>
      body.code === CODE.notLoggedIn || body.code === CODE.tokenInvalid ? { ...body, code: 401 } : body,
    );
    expect(found).toEqual([
      expect.stringMatching(/^session: without a token: answered 401, .* expected 10010301 \(notLoggedIn\)$/),
      expect.stringMatching(/^session: with an unknown token: answered 401, .* expected 100103 \(tokenInvalid\)$/),
    ]);
  });

  it('time, seconds for milliseconds: each field is named', async () => {
    const found = await wrongIn(
      'latestOrder',
      succeeding((data) => ({ ...data, serverTime: Math.floor(Number(data['serverTime']) / 1_000) })),
    );
    expect(found).toEqual(['time: data.serverTime must be milliseconds since 1970']);
  });

  it('time, an old request is answered: is named', async () => {
    const found = await wrongIn('countryByIp', (body) => (body.code === CODE.staleTimestamp ? { code: 0, msg: '', data: null } : body));
    expect(found[0]).toMatch(/^time: with a timestamp of ten minutes ago: answered 0 \(ok\)/);
  });

  it('idempotency, same bytes make a second message: is named', async () => {
    const found = await wrongIn('feedbackCreate', (body, n) =>
      body.code === 0 ? { ...body, data: { ...body.data, ticketNo: `T${n}` } } : body,
    );
    expect(found).toEqual([expect.stringMatching(/^idempotency: the same bytes again got other data/)]);
  });

  it('idempotency, refused the second time: both codes are named', async () => {
    let successes = 0;
    const found = await wrongIn('removeDevice', (body) =>
      body.code === 0 && ++successes > 1 ? { code: CODE.orderRefused, msg: '', data: null } : body,
    );
    expect(found[0]).toMatch(/^idempotency: the same bytes again got 2002 \(orderRefused\) after 0 \(ok\)/);
  });

  it('call that needs an order, no answer has named one: is not sent, and the missing order is named', async () => {
    const { differences } = await run({ skip: without(['productIndex', 'timeUploadStatus']) });
    expect(differences).toEqual([
      { call: 'timeUploadStatus', kind: 'code', says: 'could not be run: it needs orderNo, which no answer has said' },
    ]);
  });

  it('back end that cannot be reached: each call is reported as unanswered', async () => {
    const { differences } = await run({ address: 'http://127.0.0.1:1', skip: without(['productIndex']) });
    expect(differences).toContainEqual({ call: 'productIndex', kind: 'form', says: 'no answer arrived' });
  });
});

describe("an operator's back end, without a sandbox", () => {
  it('application that nobody approves: the check waits for the set time, says what to do, and names the calls that need an approval', async () => {
    const said: string[] = [];
    let time = lender.inside().clock.now();
    const mobile = newNumber();
    const phone = lender.phone();
    await phone.signIn(mobile);
    const sandbox = sandboxEvents(lender.url, fetch);
    const outside = {
      ...personEvents({
        ...{ code: '', photos: {}, patience: 60_000, say: (line: string) => void said.push(line), now: () => time },
        sleep: async (ms: number) => void (time += ms),
      }),
      code: sandbox.code,
      waitForCode: sandbox.waitForCode,
    };
    const skip = without(['productIndex', 'login', 'applyMarket', 'confirmProductInfo']);
    const { differences } = await run({ outside, mobile, newMobile: null, skip });
    expect(said).toEqual([expect.stringMatching(/^L\d+: please approve the application; waiting 60 seconds at most$/)]);
    expect(differences).toEqual([
      expect.objectContaining({ call: 'confirmProductInfo', kind: 'code', says: expect.stringMatching(/^answered 2002/) as string }),
    ]);
  });
});

describe('npm run conformance', () => {
  it('npm run conformance without a test number: loads every import, and names the missing settings', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/conformance.ts', lender.url], { encoding: 'utf8' });
    expect({ status, stderr: stderr.trim() }).toEqual({
      status: 1,
      stderr: 'Name a test number and the code that it gets by --mobile and --code, or --sandbox for the sandbox of this project.',
    });
  });
});
