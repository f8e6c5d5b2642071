/** The lender's words in the phone beside the chart: a recording hides them, their code tells them again. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { CODE } from '#machines/model/codes.ts';
import { refusalWords } from '#src/inspector/phone/lenderWords.ts';
import { spoken } from '#src/inspector/phone/spoken.ts';
import { parseRecording } from '#src/recording/format.ts';
import { say } from '#server/wire/messageText.ts';
import { opened, openedWalk } from './journeys.ts';

const stored = async (id: string) => {
  const parsed = parseRecording(await readFile(new URL(`../../docs/recordings/${id}.journey.json`, import.meta.url), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.message);
  return (await opened(parsed.recording)).steps;
};

describe("the lender's fixed sentences", () => {
  it.each(LANGUAGES)('are what it says in %s', (language) => {
    expect(refusalWords(CODE.photoUnreadable, language)).toBe(say(language, 'photoUnreadable'));
    expect(refusalWords(CODE.orderRefused, language)).toBe(say(language, 'lender.orderRefused'));
  });

  it('leave out those that name an amount or a number of tries, and codes nobody knows', () => {
    expect(refusalWords(CODE.tooManyRequests, 'en')).toBeNull();
    expect(refusalWords(123, 'en')).toBeNull();
  });
});

describe('a snapshot drawn in the phone', () => {
  it('says why a photo was refused, and what was recorded stays as it is', async () => {
    const snapshot = (await stored('photo-given-up'))[29]?.snapshot;
    if (!snapshot) throw new Error('there is no event 29');
    const drawn = spoken(snapshot, 'en');
    expect(drawn.context.photos.front).toMatchObject({
      problem: { code: 3005, message: 'The photo could not be read. Please take it again' },
    });
    expect(spoken(snapshot, 'es').context.photos.front).toMatchObject({ problem: { message: refusalWords(3005, 'es') } });
    expect(JSON.stringify(snapshot.context.photos)).toMatch(/\[words \d+\]/);
    expect(drawn.hasTag('busy')).toBe(snapshot.hasTag('busy'));
    expect(drawn.value).toBe(snapshot.value);
  });

  it('says why a payment failed, by the result of the rail', async () => {
    const last = (await stored('payment-cancelled')).find(({ snapshot }) => snapshot.context.paying?.payment?.state === 'failed');
    expect(last && spoken(last.snapshot, 'en').context.paying?.payment?.reason).toBe('You cancelled the payment request.');
  });

  it('says that a reason is hidden where no code was recorded with it', async () => {
    const step = (await stored('payout-failed'))[13];
    expect(step && spoken(step.snapshot, 'en').context.order?.disbursement?.failure).toBe("(The lender's reason, hidden in the recording)");
  });

  it('leaves alone what the borrower wrote, and is the same object where nothing is hidden', async () => {
    const { steps } = await openedWalk(11, 60);
    const [start] = steps;
    if (!start) throw new Error('there is no start');
    expect(spoken(start.snapshot, 'en')).toBe(start.snapshot);
    const drafts = { personalInfo: { reason: '[words 3].....' } };
    const typed = Object.assign(Object.create(Object.getPrototypeOf(start.snapshot) as object) as typeof start.snapshot, start.snapshot, {
      context: { ...start.snapshot.context, drafts },
    });
    expect(spoken(typed, 'en').context.drafts).toBe(drafts);
  });
});
