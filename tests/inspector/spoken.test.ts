/** Messages of the lender in the inspector's phone: a recording redacts their text, and their code restores it. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { CODE } from '#machines/model/codes.ts';
import { promptOf } from '#machines/required.ts';
import { refusalMessage } from '#src/inspector/phone/lenderMessages.ts';
import { restoreMessages } from '#src/inspector/phone/restoreMessages.ts';
import { parseRecording } from '#src/recording/format.ts';
import { messageText } from '#server/wire/messageText.ts';
import { opened, openedWalk } from './randomRecordings.ts';

const stored = async (id: string) => {
  const parsed = parseRecording(await readFile(new URL(`../../docs/recordings/${id}.journey.json`, import.meta.url), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.message);
  return (await opened(parsed.recording)).steps;
};

describe('fixed messages of the lender', () => {
  it.each(LANGUAGES)('fixed messages of the lender in %s: are those that the lender sends', (language) => {
    expect(refusalMessage(CODE.photoUnreadable, language)).toBe(messageText(language, 'photoUnreadable'));
    expect(refusalMessage(CODE.orderRefused, language)).toBe(messageText(language, 'lender.orderRefused'));
  });

  it('fixed messages of the lender: they exclude messages with amounts or tries, and unknown codes', () => {
    expect(refusalMessage(CODE.tooManyRequests, 'en')).toBeNull();
    expect(refusalMessage(123, 'en')).toBeNull();
  });
});

describe('redacted snapshot on the phone of the inspector', () => {
  it('redacted snapshot on the phone of the inspector, photo refused: shows the reason, and the recording stays unchanged', async () => {
    const snapshot = (await stored('photo-given-up'))[29]?.snapshot;
    if (!snapshot) throw new Error('there is no event 29');
    const drawn = restoreMessages(snapshot, 'en');
    expect(drawn.context.photos.front).toMatchObject({
      problem: { code: 3005, message: 'The photo could not be read. Please take it again' },
    });
    expect(restoreMessages(snapshot, 'es').context.photos.front).toMatchObject({ problem: { message: refusalMessage(3005, 'es') } });
    expect(JSON.stringify(snapshot.context.photos)).toMatch(/\[words \d+\]/);
    expect(drawn.hasTag('busy')).toBe(snapshot.hasTag('busy'));
    expect(drawn.value).toBe(snapshot.value);
  });

  it('redacted snapshot on the phone of the inspector, field refused: shows the reason at the field', async () => {
    const snapshot = (await stored('second-account'))[21]?.snapshot;
    if (!snapshot) throw new Error('there is no event 21');
    expect(snapshot.context.problem?.fields).toMatchObject({ nationalId: expect.stringMatching(/^\[words/) as string });
    const { problem } = restoreMessages(snapshot, 'en').context;
    expect(problem?.fields).toEqual({ nationalId: refusalMessage(CODE.idTaken, 'en') });
    const otherwise = { ...snapshot.context, problem: { ...problem, message: '[words 1]', fields: { nationalId: '[words 2]' } } };
    const other = Object.assign(Object.create(Object.getPrototypeOf(snapshot) as object) as typeof snapshot, snapshot, {
      context: otherwise,
    });
    expect(restoreMessages(other, 'en').context.problem?.fields).toEqual({ nationalId: '(Hidden in the recording)' });
  });

  it('redacted snapshot on the phone of the inspector, payment failed: shows the reason by the result code of the rail', async () => {
    const last = (await stored('payment-cancelled')).find(({ snapshot }) => snapshot.context.paying?.payment?.state === 'failed');
    expect(last && promptOf(restoreMessages(last.snapshot, 'en').context).reason).toBe('You cancelled the payment request.');
  });

  /** The snapshot of a failed payout, recorded with this code of the failure. */
  const payoutFailed = async (failureCode: number | null) => {
    const snapshot = (await stored('payout-failed'))[13]?.snapshot;
    const { order } = snapshot?.context ?? {};
    if (!snapshot || !order?.disbursement) throw new Error('event 13 has no payout');
    const context = { ...snapshot.context, order: { ...order, disbursement: { ...order.disbursement, failureCode } } };
    return Object.assign(Object.create(Object.getPrototypeOf(snapshot) as object) as typeof snapshot, snapshot, { context });
  };

  it('redacted snapshot on the phone of the inspector, payout failed: shows the reason by the result code of the rail', async () =>
    expect(restoreMessages(await payoutFailed(2040), 'en').context.order?.disbursement?.failure).toBe(
      'This number is not registered for M-PESA.',
    ));

  it('redacted snapshot, no code recorded: shows that the reason is redacted', async () =>
    expect(restoreMessages(await payoutFailed(null), 'en').context.order?.disbursement?.failure).toBe(
      "(The lender's reason, hidden in the recording)",
    ));

  it('agreement, redacted: says so instead of the names of the stand-ins', async () => {
    const steps = await stored('first-loan');
    const shown = steps.find(({ snapshot }) => /"heading":"\[words/.test(JSON.stringify(snapshot.context)));
    if (!shown) throw new Error('no step of the journey has an agreement');
    const drawn = JSON.stringify(restoreMessages(shown.snapshot, 'en').context);
    expect(drawn).toContain('"heading":"(Hidden in the recording)"');
    expect(drawn).not.toMatch(/"(heading|body)":"\[words/);
  });

  it('text of the borrower: stays redacted; nothing redacted: the object is the same', async () => {
    const { steps } = await openedWalk(11, 60);
    const [start] = steps;
    if (!start) throw new Error('there is no start');
    expect(restoreMessages(start.snapshot, 'en')).toBe(start.snapshot);
    const drafts = { personalInfo: { reason: '[words 3].....' } };
    const typed = Object.assign(Object.create(Object.getPrototypeOf(start.snapshot) as object) as typeof start.snapshot, start.snapshot, {
      context: { ...start.snapshot.context, drafts },
    });
    expect(restoreMessages(typed, 'en').context.drafts).toBe(drafts);
  });
});
