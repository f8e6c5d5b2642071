/** The borrower is asked for consent between review and sending. No answer blocks a loan. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { DATA_KINDS, type Collection, type Consents } from '#machines/model/collection.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { collection, orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal, type Journey } from '../chartDriver.ts';

const answers = Object.fromEntries(Array.from({ length: 11 }, (_, item) => [String(item + 1), '0']));
const asks = (consents: Consents, more: Partial<Collection> = {}): Collection => ({ ...collection, consents, ...more });

/** The review was confirmed. */
async function confirmed(): Promise<Journey> {
  const journey = (await asBorrower(orderIn(STATUS.question))).open('#loanQuestion');
  return journey.send({ type: 'questionnaire.submitted', values: answers }, { type: 'application.confirmed' });
}
const asking = async (consents: Consents): Promise<Journey> => (await confirmed()).answer('loadCollection', asks(consents));

const sent = async (journey: Journey): Promise<Journey> => {
  expect(journey.at).toBe('loanQuestion.sending');
  return journey.answer('saveQuestionnaire', orderIn(STATUS.applying));
};

describe('When the application is confirmed', () => {
  it('application confirmed: the data requests are loaded, and navigation is blocked meanwhile', async () => {
    const journey = (await confirmed()).send({ type: 'back.requested' }).open('#home');
    expect(journey.at).toBe('loanQuestion.consent.loadingRequests');
    expect(journey.inputOf('loadCollection')).toEqual({ orderNo: 'order-1' });
    expect(journey.is('overlay')).toBe(true);
  });

  it('application confirmed, no data requests: the application is sent at once', async () => {
    const journey = await (await confirmed()).answer('loadCollection', null);
    expect((await sent(journey)).at).toBe('reviewTips.waiting');
  });

  it.each([noAnswer, refusal(CODE.serverError), refusal(CODE.orderRefused)])(
    'lender fails with %o: the application is sent',
    async (problem) => {
      expect((await sent(await (await confirmed()).fail('loadCollection', problem))).at).toBe('reviewTips.waiting');
    },
  );

  it('application confirmed, consent answered before: it is not asked again', async () => {
    expect((await (await asking({ contact: false, sms: false })).answer('saveQuestionnaire', orderIn(STATUS.applying))).at).toBe(
      'reviewTips.waiting',
    );
  });

  it('app closed before the collection: a recorded consent is collected later', async () => {
    const journey = await asking({ contact: true });
    expect(journey.at).toBe('loanQuestion.consent.collecting');
  });
});

describe('When the lender asks for something', () => {
  it('data requests: each kind is asked separately, and nothing is collected before the last answer', async () => {
    const journey = await asking({ contact: null, location: null });
    expect(journey.at).toBe('loanQuestion.consent.asking');
    journey.send({ type: 'consent.answered', kind: 'contact', agreed: true });
    expect([journey.at, journey.calls]).toEqual(['loanQuestion.consent.asking', []]);
    journey.send({ type: 'consent.answered', kind: 'location', agreed: false });
    expect(journey.inputOf('saveConsents')).toEqual({ orderNo: 'order-1', consents: { contact: true, location: false } });
    expect(journey.calls).toEqual(['saveConsents']);
  });

  it('data requests answered: the shell collects exactly the kinds that lender and borrower agreed to', async () => {
    const journey = await asking({ contact: null, sms: null, device: null });
    journey.send(
      { type: 'consent.answered', kind: 'contact', agreed: true },
      { type: 'consent.answered', kind: 'sms', agreed: false },
      { type: 'consent.answered', kind: 'device', agreed: true },
    );
    await journey.answer('saveConsents', asks({ contact: true, sms: false, device: true }));
    expect(journey.inputOf('collectData')).toEqual({ orderNo: 'order-1', kinds: ['contact', 'device'] });
    await journey.answer('collectData', asks({ contact: true, sms: false, device: true }, { status: 0, held: ['contact', 'device'] }));
    expect(journey.context.order?.collection).toMatchObject({ status: 0, held: ['contact', 'device'] });
    expect((await sent(journey)).at).toBe('reviewTips.waiting');
  });

  it('data request that the lender withdrew meanwhile: its kind is not collected', async () => {
    const journey = (await asking({ contact: null, sms: null })).send(
      { type: 'consent.answered', kind: 'contact', agreed: true },
      { type: 'consent.answered', kind: 'sms', agreed: true },
    );
    await journey.answer('saveConsents', asks({ sms: true }));
    expect(journey.inputOf('collectData')).toEqual({ orderNo: 'order-1', kinds: ['sms'] });
  });

  it('data requests, every kind refused: the application is sent without asking the shell', async () => {
    const journey = await asking(Object.fromEntries(DATA_KINDS.map((kind) => [kind, null])));
    for (const kind of DATA_KINDS) journey.send({ type: 'consent.answered', kind, agreed: false });
    await journey.answer('saveConsents', asks(Object.fromEntries(DATA_KINDS.map((kind) => [kind, false]))));
    const waiting = await sent(journey);
    expect(waiting.at).toBe('reviewTips.waiting');
    expect(waiting.calls).toEqual([]);
  });

  it('data requests, Back: the last answer is revoked, and from the first question the review is shown', async () => {
    const journey = (await asking({ contact: null, sms: null })).send({ type: 'consent.answered', kind: 'contact', agreed: true });
    journey.send({ type: 'back.requested' });
    expect(journey.context.order?.collection?.consents).toEqual({ contact: null, sms: null });
    expect(journey.send({ type: 'back.requested' }).at).toBe('loanQuestion.reviewing');
  });

  it('data requests, Android Back: the review is shown, and the questions start again', async () => {
    const journey = (await asking({ contact: null, sms: null })).send({ type: 'consent.answered', kind: 'contact', agreed: true });
    expect(journey.is('sheet')).toBe(true);
    journey.send({ type: 'picker.cancelled' });
    expect(journey.at).toBe('loanQuestion.reviewing');
    await journey.send({ type: 'application.confirmed' }).answer('loadCollection', asks({ contact: null, sms: null }));
    expect(journey.context.order?.collection?.consents).toEqual({ contact: null, sms: null });
  });
});

describe('When a call about consents fails', () => {
  const agreed = async () => (await asking({ contact: null })).send({ type: 'consent.answered', kind: 'contact', agreed: true });

  it.each([noAnswer, refusal(CODE.serverError)])(
    'consent not recorded (%o): nothing is collected, and the application is sent',
    async (problem) => {
      const journey = await (await agreed()).fail('saveConsents', problem);
      expect(journey.calls).toEqual(['saveQuestionnaire']);
      expect((await sent(journey)).at).toBe('reviewTips.waiting');
    },
  );

  it.each([LOCAL.shellMissing, LOCAL.shellSilent, LOCAL.shellRefused, LOCAL.networkFailed])(
    'shell fails with %i: the application is sent',
    async (code) => {
      const journey = await (await agreed()).answer('saveConsents', asks({ contact: true }));
      await journey.fail('collectData', refusal(code));
      expect((await sent(journey)).at).toBe('reviewTips.waiting');
    },
  );
});

describe('When a consent is withdrawn in the settings', () => {
  const atSettings = async () =>
    (
      await asBorrower({
        ...orderIn(STATUS.applying),
        collection: asks({ contact: true, sms: true }, { status: 0, held: ['contact', 'sms'] }),
      })
    ).open('#settings');

  it('consent withdrawn in the settings: only that kind is sent, and the remaining consents are shown', async () => {
    const journey = (await atSettings()).send({ type: 'consent.withdrawn', kind: 'sms' });
    expect(journey.at).toBe('settings.withdrawing');
    expect(journey.inputOf('withdrawConsent')).toEqual({ orderNo: 'order-1', consents: { sms: false } });
    await journey.answer('withdrawConsent', asks({ contact: true, sms: false }, { status: 0, held: ['contact'] }));
    expect(journey.at).toBe('settings.shown');
    expect(journey.context.order?.collection).toMatchObject({ consents: { sms: false }, held: ['contact'] });
  });

  it('consent withdrawn in the settings, answer lost: the consent stays, and the problem is shown', async () => {
    const journey = (await atSettings()).send({ type: 'consent.withdrawn', kind: 'sms' });
    await journey.fail('withdrawConsent', noAnswer);
    expect(journey.context.order?.collection?.consents.sms).toBe(true);
    expect(journey.context.problem).toEqual(noAnswer);
  });

  it('settings without an order: no consent can be withdrawn', async () => {
    expect((await asBorrower()).open('#settings').send({ type: 'consent.withdrawn', kind: 'sms' }).at).toBe('settings.shown');
  });
});
