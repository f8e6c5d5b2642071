import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { apply } from '#machines/ports/apply.ts';
import { borrow } from '#machines/ports/borrow.ts';
import { collection } from '#machines/ports/collection.ts';
import { feedback } from '#machines/ports/feedback.ts';
import { policies } from '#machines/ports/policies.ts';
import { promotion } from '#machines/ports/promotion.ts';
import { repay } from '#machines/ports/repay.ts';
import { tabs } from '#machines/ports/tabs.ts';
import { user } from '#machines/ports/user.ts';
import { userCenter } from '#machines/ports/userCenter.ts';
import { applyCalls } from '#server/calls/apply.ts';
import { borrowCalls } from '#server/calls/borrow.ts';
import { collectionCalls } from '#server/calls/collection.ts';
import { feedbackCalls } from '#server/calls/feedback.ts';
import { policiesCalls } from '#server/calls/policies.ts';
import { promotionCalls } from '#server/calls/promotion.ts';
import { repayCalls } from '#server/calls/repay.ts';
import { tabsCalls } from '#server/calls/tabs.ts';
import { userCalls } from '#server/calls/user.ts';
import { userCenterCalls } from '#server/calls/userCenter.ts';
import type { CallDeps } from '#server/calls/deps.ts';
import { contract, type Call, type CallName } from '#src/api/contract.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { sendRaw } from '#tests/support/rawCalls.ts';
import specified from './calls.json' with { type: 'json' };

const names = Object.keys(contract) as CallName[];
const lineOf = ({ method, path, encoding, base }: { method: string; path: string; encoding: string; base: string }): string =>
  `${method} ${base}${path} ${encoding}`;

type Calling = Readonly<Record<string, { readonly call?: string }>>;

/** Ports and handlers of each feature. */
const FEATURES = {
  apply: [apply, applyCalls],
  borrow: [borrow, borrowCalls],
  collection: [collection, collectionCalls],
  feedback: [feedback, feedbackCalls],
  policies: [policies, policiesCalls],
  promotion: [promotion, promotionCalls],
  repay: [repay, repayCalls],
  tabs: [tabs, tabsCalls],
  user: [user, userCalls],
  userCenter: [userCenter, userCenterCalls],
} as const satisfies Record<string, readonly [ports: Calling, handlersOf: (deps: CallDeps) => object]>;

it.each(Object.entries(FEATURES))(
  'ports of %s: their calls are answered by the file of the same feature',
  (_feature, [ports, handlersOf]) => {
    // Only the names of the handlers are read. No handler runs, so none needs its dependencies.
    const handlers = handlersOf({} as CallDeps);
    const calls = Object.values<Calling[string]>(ports).flatMap(({ call }) => call ?? []);
    expect(calls.filter((call) => !(call in handlers))).toEqual([]);
  },
);

describe('the contract', () => {
  const isOurs = (name: CallName): boolean => (contract[name] as Call).ours === true;

  it('contract: has the 77 calls of the specification, and calls that are marked as additions', () => {
    expect(specified).toHaveLength(77);
    expect(
      names
        .filter((name) => !isOurs(name))
        .map((name) => lineOf(contract[name]))
        .sort(),
    ).toEqual(specified.map(lineOf).sort());
  });

  it('contract, call of the specification: is not marked as ours', () => {
    const lines = specified.map(lineOf);
    expect(names.filter((name) => isOurs(name) && lines.includes(lineOf(contract[name])))).toEqual([]);
  });

  it('contract, call that changes something: is never retried', () => {
    const changing = names.filter(
      (name) =>
        (contract[name] as Call).method === 'POST' ||
        /get-money$|updateExtension|confirmExtension|dedicated_account\/create/.test(contract[name].path),
    );
    const asksOnly = names.filter((name) => contract[name].base === '/cou' || /\/list\/|voucher\/list/.test(contract[name].path));
    for (const name of changing.filter((n) => !asksOnly.includes(n))) expect((contract[name] as Call).retry, name).toBe(false);
  });
});

describe('the lender', () => {
  let lender: TestLender;
  let phone: Phone;

  beforeAll(async () => {
    lender = await startLender();
    phone = lender.phone();
    await phone.signIn('254712345678');
  });
  afterAll(() => lender?.stop());

  const WITHOUT_FEATURE: readonly number[] = [CODE.unknownPath, CODE.wrongMethod, CODE.badEnvelope, CODE.serverError];

  it.each(names)('lender, call %s: is answered', async (name) => {
    const file = contract[name].encoding === 'multipart' ? new Blob(['no picture']) : undefined;
    // The call ends the session, so it gets a phone of its own.
    const caller = name === 'signOutEverywhere' ? lender.phone() : phone;
    if (caller !== phone) await caller.signIn('254712345679');
    const answer = await sendRaw(lender.url, name, { token: caller.token, ...(file ? { file } : {}) });
    expect(Object.keys(answer).sort()).toEqual(['code', 'data', 'headers', 'msg', 'status']);
    expect(WITHOUT_FEATURE).not.toContain(answer.code);
  });

  it('lender, validateVerifyCode: answers whether the code is valid', async () => {
    await lender.sandbox.advance(MINUTE);
    await phone.call('latestOrder', {});
    await phone.call('getVerifyCode', { mobile: '0712 345 678', purpose: 'bindCard' });
    const code = await lender.sandbox.codeFor('254712345678');
    await expect(phone.call('validateVerifyCode', { code })).resolves.toEqual({ valid: true });
    await expect(phone.call('validateVerifyCode', { code: code === '000000' ? '000001' : '000000' })).rejects.toMatchObject({
      code: CODE.invalidVerificationCode,
    });
    await expect(phone.call('validateVerifyCode', { code, mobile: '712345678' })).resolves.toEqual({ valid: true });
    await expect(phone.call('validateVerifyCode', { code: '' })).rejects.toMatchObject({ code: CODE.verificationCodeRequired });
    await expect(lender.phone().call('validateVerifyCode', { code })).rejects.toMatchObject({ code: CODE.notLoggedIn });
  });

  it('lender, getBankBranch: returns no branches, and refuses unknown banks', async () => {
    await expect(phone.call('getBankBranch', { bankCode: '01' })).resolves.toEqual({ branches: [] });
    for (const bankCode of ['99', '09'])
      await expect(phone.call('getBankBranch', { bankCode })).rejects.toMatchObject({ code: CODE.invalidField });
  });

  it.each(['mangoCashRepayLink', 'getStpClabe', 'getOxxoReference'] as const)(
    'call %s: is refused, because the channel does not exist',
    async (name) => {
      await expect(phone.call(name, { orderNo: 'L1' })).rejects.toEqual({
        code: CODE.noPaymentMethod,
        message: 'There is no payment method, please choose another channel',
      });
    },
  );
});
