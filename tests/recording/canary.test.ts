/** No input of a borrower and no personal data from the lender may occur in a recording. */
import { describe, expect, it } from 'vitest';
import type { JourneyEvent } from '#machines/events.ts';
import type { SectionName, Values } from '#machines/model/application.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { sections } from '#src/forms/sections/index.ts';
import { presets } from '#src/market/market.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { writeRecording } from '#src/recording/format.ts';
import { isChannel } from '#machines/model/channel.ts';
import { createRedactor } from '#src/recording/redact.ts';
import { recordJourney } from '#src/recording/recorder.ts';
import { replay } from '#src/recording/replay.ts';
import { homeWith, NOW, orderIn, session } from '../paths/lenderSamples.ts';
import { complete } from '../forms/sectionSamples.ts';
import { options, recorded, running } from './randomJourney.ts';

const NAMES = Object.keys(sections) as SectionName[];
const FIELDS = NAMES.flatMap((section) => sections[section].fields.map((field) => ({ section, field })));

/** A canary for every shape of a value: text, digits, phone number, date, code. None of them occurs by chance. */
const CANARIES = {
  text: (n: number) => `Kanari${n}yellow`,
  digits: (n: number) => `9${String(80_310_557 + n * 7919)}4`,
  phone: (n: number) => `7${String(83_105_570 + n).padStart(8, '0')}`,
  storedPhone: (n: number) => `2547${String(83_105_570 + n).padStart(8, '0')}`,
  date: (n: number) => `${String((n % 27) + 1).padStart(2, '0')}-11-19${String(40 + (n % 50))}`,
  code: (n: number) => String(731_057 + n),
} as const;
type Shape = keyof typeof CANARIES;
const SHAPES = Object.keys(CANARIES) as Shape[];

/** The part of a canary that would reveal it in every spelling: the number without the country code. */
const traceOf = (canary: string): string => canary.replace(/^254/, '');

const valuesOf = (section: SectionName, shape: Shape): Values =>
  Object.fromEntries(sections[section].fields.map(({ name }, n) => [name, CANARIES[shape](n + NAMES.indexOf(section) * 100)]));

const traces = (values: readonly Values[]): string[] => values.flatMap((one) => Object.values(one).map(traceOf));

/** A borrower in the middle of an application, with a recorder. */
async function applying() {
  const { actor, environment } = running();
  const recorder = recordJourney(actor, options());
  actor.start();
  const answer = async (id: string, output: unknown): Promise<void> => {
    const call = environment.running.get(id);
    if (!call) throw new Error(`${id} is not under way: ${[...environment.running.keys()].join()}`);
    call.answer(output);
    await new Promise<void>((done) => setImmediate(done));
  };
  return { actor, recorder, answer };
}

describe('redacted recording', () => {
  it.each(SHAPES)('redacted recording, values typed as %s: contains none of them', async (shape) => {
    const { actor, recorder, answer } = await applying();
    const saved = NAMES.map((section) => ({ section, values: valuesOf(section, shape), savedAt: NOW }));
    const drafts = Object.fromEntries(saved.map(({ section, values }) => [section, { values, savedAt: NOW, basedOn: null }]));
    await answer('restoreDevice', { session, language: 'en', drafts, draftsOf: null, resume: null });
    await answer('loadHome', { ...homeWith(orderIn(STATUS.basicInfo)), saved });
    const send = (event: JourneyEvent): void => actor.send(event);
    send({ type: 'application.opened' });
    for (const { section, values } of saved) send({ type: 'draft.saved', section, values });
    for (const { section, field } of FIELDS) {
      const value = valuesOf(section, shape)[field.name] ?? '';
      send({ type: 'picker.opened', field: field.name });
      send({ type: 'picker.confirmed', field: field.name, value });
    }
    send({ type: 'draft.changedElsewhere', drafts, changed: { personalInfo: ['lastName'] } });
    send({ type: 'personalInfo.submitted', values: valuesOf('personalInfo', shape) });
    const recording = recorded(recorder);
    expect(recording.steps.length, 'events recorded').toBeGreaterThan(FIELDS.length);
    const file = writeRecording(recording);
    expect(traces(saved.map(({ values }) => values)).filter((trace) => file.includes(trace))).toEqual([]);
    expect(replay(recording, journeyMachine).parted).toBeNull();
  });

  it('redacted recording, choices: are kept, if the field offers them', () => {
    const redactor = createRedactor(formPrivacy('2026-03-05'));
    const { gender = '' } = complete.personalInfo;
    const saved = (values: Values) => redactor.event({ type: 'draft.saved', section: 'personalInfo', values } as { type: string });
    expect(saved({ gender })).toMatchObject({ values: { gender } });
    expect(JSON.stringify(saved({ gender: 'Kanari' }))).not.toContain('Kanari');
  });

  it('redacted recording: it contains no personal data of lender and phone', async () => {
    const { actor, recorder, answer } = await applying();
    const order = orderIn(STATUS.payFail);
    const personal = {
      token: 'kanari-token',
      userId: 'kanari-user',
      mobile: '254783105570',
      firstName: 'Kanariana',
      orderNo: 'KN83105570',
      masked: '0783 ••• 570',
      holderName: 'Kanari Bank',
      owner: 'Kanariana Mwangi',
      branch: 'Kanari Street',
      reason: 'Kanariana owes',
      query: 'kanari@example.com',
    };
    await answer('restoreDevice', {
      session: { token: personal.token, userId: personal.userId, mobile: personal.mobile },
      language: 'sw',
      drafts: {},
      resume: '#records',
    });
    await answer('loadHome', {
      ...homeWith({
        ...order,
        orderNo: personal.orderNo,
        payoutAccount: {
          kind: 'bank',
          masked: personal.masked,
          holderName: personal.holderName,
          owner: personal.owner,
          branch: personal.branch,
        },
        rejection: { reason: personal.reason, reapplyOn: '2026-04-01', review: 'possible' },
      }),
      firstName: personal.firstName,
    });
    actor.send({ type: 'xstate.route', to: '#faq', query: { channelId: personal.query, '0783105570': '1' } });
    actor.send({
      type: 'session.lost',
      epoch: actor.getSnapshot().context.epoch,
      problem: { code: 10010303, message: `Sorry ${personal.firstName}`, fields: { mobile: `${personal.mobile} is taken` } },
    });
    const recording = recorded(recorder);
    const file = writeRecording(recording);
    expect([...Object.values(personal), '783105570', 'Kanari'].filter((text) => file.includes(text))).toEqual([]);
    expect(file).toContain('"reapplyOn":"2026-04-01"');
    expect(replay(recording, journeyMachine).parted).toBeNull();
  });

  it('redacted recording: every field of every market has a privacy class, and unknown fields are hidden', () => {
    for (const market of Object.values(presets)) {
      const { classOf } = formPrivacy('2026-03-05', market);
      for (const { field } of FIELDS) expect(classOf(field.name), field.name).not.toBeNull();
    }
    const redactor = createRedactor(formPrivacy('2026-03-05'));
    const event = { type: 'someday.happened', nobodySaidAnything: 'Kanari', deep: [{ values: { alsoNew: 'Kanari' } }] };
    expect(JSON.stringify(redactor.event(event))).not.toContain('Kanari');
  });

  it('code of a product: is kept in products, and redacted everywhere else', () => {
    const redactor = createRedactor(formPrivacy('2026-03-05'));
    const redacted = (event: object) => JSON.stringify(redactor.event({ type: 'someday.happened', ...event }));
    expect(redacted({ output: { product: { id: 'first-loan' }, order: { productId: 'longer_loan2' } } })).toBe(
      '{"type":"someday.happened","output":{"product":{"id":"first-loan"},"order":{"productId":"longer_loan2"}}}',
    );
    for (const id of [
      '254783105570',
      'A12345678',
      'Kanari1yellow',
      'Kanariana Mwangi',
      'kanari@example.com',
      '731057',
      `K${'a'.repeat(40)}`,
    ]) {
      expect(redacted({ product: { id }, productId: id }), id).not.toContain(id);
    }
    expect(redacted({ ticket: { id: 'kanari-street' }, id: 'kanari-street', product: { owner: 'kanari-street' } })).not.toContain(
      'kanari-street',
    );
  });

  it('redacted recording, error: keeps its code', () => {
    const redactor = createRedactor(formPrivacy('2026-03-05'));
    const event = redactor.event({ type: 'xstate.error.actor.loadHome', error: new Error('Kanari'), actorId: 'loadHome' } as {
      type: string;
    });
    expect(event).toMatchObject({ error: { code: -99 }, actorId: 'loadHome' });
    expect(JSON.stringify(event)).not.toContain('Kanari');
  });
});

describe('stand-in of a redacted value', () => {
  const redactor = () => createRedactor(formPrivacy('2026-03-05'));
  const mobileOf = (r: ReturnType<typeof redactor>, mobile: string) =>
    r.event({ type: 'mobile.submitted', mobile } as { type: string })['mobile'];

  it('stand-in of the same text: is the same; of another text: is another one', () => {
    const r = redactor();
    const [a, b, again] = ['Amina', 'Wanjiku', 'Amina'].map(
      (firstName) => r.event({ type: 'x', firstName } as { type: string })['firstName'],
    );
    expect(a).not.toBe(b);
    expect(again).toBe(a);
  });

  it('stand-in of a mobile number: is a number, the same for every spelling', () => {
    const r = redactor();
    expect(mobileOf(r, '0712345678')).toBe('0700000001');
    expect(mobileOf(r, '+254 712 345 678')).toBe('+254700000001');
    expect(mobileOf(r, '0711000000')).toBe('0700000002');
    expect(mobileOf(r, '12')).not.toMatch(/^\+?\d+$/);
  });

  it('stand-in of a channel: is a channel; a missing channel has none', () => {
    const channelOf = (channelId: string): unknown =>
      (redactor().event({ type: 'xstate.route', to: '#yx1', query: { channelId } } as { type: string })['query'] as { channelId?: string })
        .channelId;
    expect(channelOf('kanari-fm')).toBe('channel-1');
    expect(isChannel(channelOf('kanari fm') as string)).toBe(false);
    expect(channelOf('')).toBe('');
  });

  it('stand-in of a valid code: is a valid code; of an empty text: is empty', () => {
    const r = redactor();
    expect(r.event({ type: 'code.submitted', code: '734905' } as { type: string })['code']).toMatch(/^\d{6}$/);
    expect(r.event({ type: 'code.submitted', code: '' } as { type: string })['code']).toBe('');
  });
});
