/** Refusals of Daraja, distinguished by code and text: from the client to the borrower's page. */
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import type { Payment } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { ERRORS, meaningOf, PAYOUT_RESULTS } from '#server/rail/darajaCodes.ts';
import { payoutFailureText } from '#src/api/messages/payoutFailures.ts';
import type { RailFault } from '#server/rail/darajaClient.ts';
import type { GatewayFault } from '#server/simulation/rail/simulatorState.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { savePayoutAccount, type Borrower } from '#tests/support/lendingFixture.ts';
import { collectSecurityEvents } from '#tests/support/securityEvents.ts';
import { setRailFixture } from '../lending/loanFixture.ts';
import { createFaultyNetwork } from './faultyNetwork.ts';

describe('code of an error', () => {
  test.each(ERRORS.map(({ errorCode, errorMessage, meaning }) => [errorCode, errorMessage, meaning] as const))(
    'error of the rail, %s "%s": means %s',
    (errorCode, errorMessage, meaning) => {
      expect(meaningOf(500, errorCode, errorMessage)).toBe(meaning);
    },
  );
  test.each([
    [408, 'unknown'],
    [429, 'busy'],
    [401, 'tokenRefused'],
    [400, 'misconfigured'],
    [403, 'misconfigured'],
    [404, 'misconfigured'],
    [500, 'unknown'],
    [503, 'unknown'],
  ] as const)('error of the rail without a code, or with one of no document, with HTTP %i: means %s', (status, meaning) => {
    expect(meaningOf(status, '', '')).toBe(meaning);
    expect(meaningOf(status, '999.999.99', 'New words')).toBe(meaning);
  });
});

test.each(PAYOUT_RESULTS.filter(({ fault }) => fault === 'lender' || fault === 'borrower'))(
  'result $code of a payout, fault of the $fault: the borrower reads whose fault it is',
  ({ code, fault }) => {
    const text = payoutFailureText(Number(code), 'en');
    expect(text.includes('a fault on our side')).toBe(fault === 'lender');
  },
);

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const { events, security } = collectSecurityEvents();
  const faults: RailFault[] = [];
  const fixture = setRailFixture(engine, network, { security }, (fault) => faults.push(fault));
  beforeEach(() => {
    events.length = 0;
    faults.length = 0;
  });

  let taps = 0;
  async function push(b: Borrower): Promise<Payment> {
    const { payOrderId } = await fixture.lending.startStk(b.userId, {
      orderNo: b.orderNo,
      amount: 50_000,
      requestId: `refused-${++taps}`,
    });
    await fixture.settleDueWork();
    return fixture.lending.payment(b.userId, payOrderId);
  }
  const sent = (path: string) => network.requests.filter((request) => request.path.includes(path)).length;

  describe('prompt, refused with HTTP 500', () => {
    test('prompt, another request open on the phone: fails at once with this reason, and the next prompt is shown', async () => {
      const b = await fixture.lent();
      const open = await push(b);
      // The lender gives the first prompt up, while the phone still shows it.
      await fixture.store.db.updateTable('rail_intent').set({ state: 'FAILED' }).where('id', '=', open.payOrderId).execute();
      expect(await push(b)).toMatchObject({
        state: 'failed',
        resultCode: 1001,
        reason: 'Another M-PESA request is open on your phone. Finish it first.',
      });
      expect(faults).toEqual([]);
      const [prompt] = await fixture.simulator.prompts(b.msisdn);
      await fixture.simulator.answer(prompt!.checkoutId, 'cancel');
      expect(await push(b)).toMatchObject({ state: 'sent' });
    });

    test.each(['Wrong credentials', 'Merchant does not exist'])(
      'prompt refused as "%s": fails at once, and the operator is alarmed',
      async (errorMessage) => {
        const b = await fixture.lent();
        network.faults = [{ path: '/stkpush/', fault: { status: 500, body: { errorCode: '500.001.1001', errorMessage } }, times: 1 }];
        expect(await push(b)).toMatchObject({ state: 'failed', reason: 'M-PESA did not accept the payment.' });
        expect(faults).toEqual([{ call: '/mpesa/stkpush/v1/processrequest', code: '500.001.1001', text: errorMessage }]);
      },
    );

    test('prompt to a number that M-PESA does not know: fails at once, without an alarm', async () => {
      const b = await fixture.lent();
      const body = { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid PhoneNumber' };
      network.faults = [{ path: '/stkpush/', fault: { status: 400, body }, times: 1 }];
      expect((await push(b)).state).toBe('failed');
      expect(faults).toEqual([]);
    });

    test.each(['busy', 'spikeArrest', 'tooMany', 'quota', 'maintenance'] satisfies GatewayFault[])(
      'prompt, gateway answers "%s": fails at once as busy, and the borrower may pay again at once',
      async (gateway) => {
        const b = await fixture.lent();
        await fixture.simulator.setSwitches({ gateway });
        expect(await push(b)).toMatchObject({
          state: 'failed',
          resultCode: 26,
          reason: 'M-PESA is busy at the moment. Please try again in a few minutes.',
        });
        expect(faults).toEqual([]);
        await fixture.simulator.setSwitches({ gateway: 'normal' });
        expect((await fixture.pay(b, 50_000)).balance?.paid).toBe(50_000);
      },
    );

    test('prompt, spike arrest in the form of the gateway itself: fails at once as busy', async () => {
      const b = await fixture.lent();
      const errorcode = 'policies.ratelimit.SpikeArrestViolation';
      const body = { fault: { faultstring: 'Spike arrest violation. Allowed rate : 10ps', detail: { errorcode } } };
      network.faults = [{ path: '/stkpush/', fault: { status: 500, body }, times: 1 }];
      expect(await push(b)).toMatchObject({ state: 'failed', resultCode: 26 });
      expect(faults).toEqual([]);
    });

    test('prompt, refused with HTTP 500, internal error: is unknown, because the prompt may have been shown', async () => {
      const b = await fixture.lent();
      await fixture.simulator.setSwitches({ gateway: 'internal' });
      expect((await push(b)).state).toBe('unknown');
      expect(sent('/stkpush/')).toBe(1);
    });

    test('prompt, no access token available: fails at once as busy, and is not sent', async () => {
      const b = await fixture.lent();
      await fixture.simulator.endToken();
      network.faults = [{ path: '/oauth/', fault: 'never arrives', times: 1 }];
      network.requests = [];
      expect(await push(b)).toMatchObject({ state: 'failed', resultCode: 26 });
      expect(await fixture.simulator.prompts(b.msisdn)).toEqual([]);
    });

    test('prompt, answer of a proxy without JSON and with HTTP 200: is unknown', async () => {
      const b = await fixture.lent();
      network.faults = [{ path: '/stkpush/', fault: { status: 200, body: {} }, times: 1 }];
      expect((await push(b)).state).toBe('unknown');
    });
  });

  describe('payout, refused by the gateway', () => {
    test.each(['busy', 'spikeArrest', 'tooMany', 'quota', 'maintenance'] satisfies GatewayFault[])(
      'payout, gateway answers "%s": waits under its id and arrives once',
      async (gateway) => {
        const b = await fixture.approved();
        await fixture.simulator.setSwitches({ gateway });
        await fixture.draw(b);
        await fixture.pass(MINUTE);
        expect((await fixture.order(b)).status).toBe(STATUS.lending);
        await fixture.simulator.setSwitches({ gateway: 'normal' });
        for (let minute = 0; minute < 5; minute++) await fixture.pass(MINUTE);
        expect((await fixture.order(b)).status).toBe(STATUS.repaying);
        expect(await fixture.received(b)).toBe(494_200);
        expect(await fixture.intentsOf(b)).toHaveLength(1);
      },
    );

    test.each(['26', '100000011'])(
      'payout, M-PESA answers with response code %s: waits under its id and arrives once',
      async (ResponseCode) => {
        const b = await fixture.approved();
        network.faults = [{ path: '/b2c/', fault: { status: 200, body: { ResponseCode } }, times: 2 }];
        await fixture.draw(b);
        expect((await fixture.order(b)).status).toBe(STATUS.lending);
        for (let minute = 0; minute < 4; minute++) await fixture.pass(MINUTE);
        expect((await fixture.order(b)).status).toBe(STATUS.repaying);
        expect(await fixture.received(b)).toBe(494_200);
        expect(await fixture.intentsOf(b)).toHaveLength(1);
      },
    );

    test('payout to a bank, gateway busy: is sent again, because nothing was done, and never after it was accepted', async () => {
      const b = await fixture.approved();
      await fixture.store.tx((tx) =>
        savePayoutAccount(tx, {
          user_id: b.userId,
          kind: 'bank',
          number: '0123456789',
          bank_code: '68',
          bank_name: 'Equity Bank',
          holder: 'W',
          saved_at: fixture.clock.now(),
        }),
      );
      await fixture.simulator.setSwitches({ gateway: 'spikeArrest' });
      await fixture.draw(b);
      await fixture.simulator.setSwitches({ gateway: 'normal' });
      for (let minute = 0; minute < 5; minute++) await fixture.pass(MINUTE);
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect((await fixture.simulator.transactions()).filter(({ kind }) => kind === 'bank')).toHaveLength(1);
    });

    /** A borrower who draws, while M-PESA answers the payout once with this. */
    async function drawRefused(status: number, body: Readonly<Record<string, string>>): Promise<Borrower> {
      const b = await fixture.approved();
      network.faults = [{ path: '/b2c/', fault: { status, body }, times: 1 }];
      await fixture.draw(b);
      return b;
    }
    const statusOf = async (b: Borrower) => (await fixture.order(b)).status;

    test.each(['Amount', 'SecurityCredential', 'InitiatorName', 'ResultURL'])(
      'payout, field %s of the lender refused: waits, the operator is alarmed, and the borrower gets the money later',
      async (field) => {
        const errorMessage = `Bad Request - Invalid ${field}`;
        const b = await drawRefused(400, { errorCode: '400.002.02', errorMessage });
        expect(await statusOf(b)).toBe(STATUS.lending);
        expect(faults).toEqual([{ call: '/mpesa/b2c/v3/paymentrequest', code: '400.002.02', text: errorMessage }]);
        for (let minute = 0; minute < 3; minute++) await fixture.pass(MINUTE);
        expect(await statusOf(b)).toBe(STATUS.repaying);
      },
    );

    test('payout, number of the borrower refused: fails, without an alarm', async () => {
      const b = await drawRefused(400, { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid PhoneNumber' });
      expect(await statusOf(b)).toBe(STATUS.payFail);
      expect(faults).toEqual([]);
    });

    test('payout, HTTP 400 without a code, as of a gateway: does not fail', async () => {
      expect(await statusOf(await drawRefused(400, {}))).toBe(STATUS.lending);
    });

    test.each([
      ['2001', 'The initiator information is invalid.'],
      ['8006', 'The security credential is locked.'],
    ])(
      'payout, refused with response code %s of the lender: fails, and the operator is told',
      async (ResponseCode, ResponseDescription) => {
        const b = await drawRefused(200, { ResponseCode, ResponseDescription });
        expect(events).toContainEqual({ kind: 'rail.fault', subject: `payout ${ResponseCode}` });
        expect(await fixture.order(b)).toMatchObject({
          status: STATUS.payFail,
          disbursement: { failure: expect.stringContaining('not because of your account') },
        });
      },
    );
  });
});
