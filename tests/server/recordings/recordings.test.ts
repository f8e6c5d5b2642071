/** Recordings that borrowers agreed to send, over the wire: consent, pieces, readers of recordings, and attacks. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { createCounters } from '#server/identity/counters.ts';
import { DEFAULT_LIMITS, limitsOf } from '#server/identity/limitTable.ts';
import { readPiece } from '#server/recordings/piece.ts';
import { createRecordings } from '#server/recordings/recordings.ts';
import { secretOf } from '#server/store/rowEncryption.ts';
import { SANDBOX_CLERK, type Role } from '#src/api/desk.ts';
import { JOURNEY_LIMITS, RECORDING_DAYS, RECORDINGS_PATH, RECORDINGS_TYPE } from '#src/market/recordingLimits.ts';
import { parseRecordingLine, type Recording } from '#src/recording/format.ts';
import { replay } from '#src/recording/replay.ts';
import { createDeskBrowser, type DeskBrowser } from '#tests/support/deskBrowser.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { randomJourney } from '../../recording/randomJourney.ts';

const { recording } = await randomJourney(11, 60);
const { steps, ...head } = recording;
const HALF = Math.floor(steps.length / 2);
const SAID = { language: 'sw', deviceClass: 'low', product: 'first-loan' };
const FIRST = { ...SAID, head, steps: steps.slice(0, HALF) };
const SECOND = { ...SAID, language: 'en', steps: steps.slice(HALF) };

let lender: TestLender;
let phone: Phone;
let mobile = 254_711_500_000;
let named = 0;
const newJourney = (): string => (++named).toString(16).padStart(32, '0');
/** The lender's day. Its clock is ahead, because tests let days pass. */
const today = (): string => nairobiDate(lender.inside().clock.now());

beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender?.stop());
beforeEach(async () => {
  phone = lender.phone();
  await phone.signIn(String(++mobile));
});

async function send(
  journey: string,
  piece: number,
  said: object | Buffer,
  key = phone.token ?? '',
): Promise<{ status: number; key: string }> {
  const response = await fetch(`${lender.url}${RECORDINGS_PATH}/${journey}/${piece}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': RECORDINGS_TYPE },
    body: Uint8Array.from(Buffer.isBuffer(said) ? said : gzipSync(JSON.stringify(said))),
  });
  const text = await response.text();
  return { status: response.status, key: text === '' ? '' : (JSON.parse(text) as { key: string }).key };
}
const agree = (agreed: boolean) => phone.call('agreeRecordings', { agreed, version: '2026-11' });

/** Sends a whole recording. @returns its name. */
async function sendWhole(): Promise<string> {
  const journey = newJourney();
  const { status, key } = await send(journey, 0, FIRST);
  expect(status).toBe(201);
  expect((await send(journey, 1, SECOND, key)).status).toBe(204);
  return journey;
}

async function clerk(role: Role): Promise<DeskBrowser> {
  const browser = createDeskBrowser(lender.url);
  await browser.send(SANDBOX_CLERK, { role });
  return browser;
}
const period = (): { from: string; to: string } => ({ from: today(), to: today() });
async function download(browser: DeskBrowser, filter: Record<string, string> = {}): Promise<{ status: number; recordings: Recording[] }> {
  const { status, body } = await browser.get(`recordings.jsonl?${new URLSearchParams({ ...period(), ...filter }).toString()}`);
  if (status !== 200) return { status, recordings: [] };
  const lines = body.toString().split('\n').filter(Boolean).map(parseRecordingLine);
  return { status, recordings: lines.map((parsed) => (parsed.ok ? parsed.recording : expect.fail(parsed.message))) };
}
const count = async (): Promise<number> => (await lender.inside().store.db.selectFrom('recording').select('journey').execute()).length;

describe('consent', () => {
  it('consent, not given: home does not show it, and nothing is stored', async () => {
    expect((await phone.call('latestOrder', {})).sendsRecordings).toBeUndefined();
    const before = await count();
    expect((await send(newJourney(), 0, FIRST)).status).toBe(403);
    expect(await count()).toBe(before);
  });

  it('consent, given: home shows it on every phone of the account; withdrawn: everything is deleted at once', async () => {
    await agree(true);
    expect((await phone.call('latestOrder', {})).sendsRecordings).toBe(true);
    const before = await count();
    const journey = newJourney();
    const { key } = await send(journey, 0, FIRST);
    await sendWhole();
    expect(await count()).toBe(before + 2);
    await agree(false);
    expect(await count()).toBe(before);
    expect((await phone.call('latestOrder', {})).sendsRecordings).toBeUndefined();
    expect((await send(journey, 1, SECOND, key)).status, 'a piece that comes late').toBe(401);
    const { db } = lender.inside().store;
    expect(await db.selectFrom('recording_piece').select('piece').where('journey', '=', journey).execute()).toEqual([]);
    const { basicInfo } = await phone.call('getUserInfo', {});
    const log = db
      .selectFrom('recording_consent')
      .select(['agreed', 'version'])
      .where('user_id', '=', Number(basicInfo.userId))
      .orderBy('id');
    expect(await log.execute()).toEqual([
      { agreed: true, version: '2026-11' },
      { agreed: false, version: '2026-11' },
    ]);
  });

  it('consent, values besides yes and no, or too many changes: are refused', async () => {
    await expect(phone.call('agreeRecordings', { agreed: 'yes' as never, version: '1' })).rejects.toMatchObject({
      code: CODE.invalidField,
    });
    for (let n = 0; n < 10; n++) await agree(true);
    await expect(agree(true)).rejects.toMatchObject({ code: CODE.tooManyRequests });
    await expect(agree(false)).resolves.toEqual({ agreed: false });
  });

  it('consent, account closed: nothing is left', async () => {
    await agree(true);
    const before = await count();
    await sendWhole();
    await phone.call('cancelAccount', { reason: 'other' });
    expect(await count()).toBe(before);
  });
});

describe('pieces', () => {
  beforeEach(() => agree(true));

  it('pieces of a recording in order, each sent twice: are one recording, which replays', async () => {
    const journey = newJourney();
    const { key } = await send(journey, 0, FIRST);
    expect(await send(journey, 0, FIRST)).toEqual({ status: 201, key });
    for (let n = 0; n < 2; n++) expect((await send(journey, 1, SECOND, key)).status).toBe(204);
    const { recordings } = await download(await clerk('analyst'), { language: 'en' });
    const found = recordings.find((one) => one.steps.length === steps.length);
    expect(found).toMatchObject({ chart: head.chart, meta: { ...SAID, language: 'en', release: '1.0.0' }, steps });
    expect(found && replay(found, journeyMachine).parted).toBeNull();
  });

  it('pieces out of order, or of a recording without its head: are refused', async () => {
    const journey = newJourney();
    expect((await send(journey, 0, SECOND)).status).toBe(400);
    const { key } = await send(journey, 0, FIRST);
    expect((await send(journey, 2, SECOND, key)).status).toBe(409);
    expect((await send(newJourney(), 1, SECOND, key)).status, 'the key of another').toBe(401);
  });

  it('pieces of a recording, after signing out: are still accepted, because the end of a session is part of a recording', async () => {
    const journey = newJourney();
    const { key } = await send(journey, 0, FIRST);
    await phone.call('logOut', { token: phone.token ?? '' });
    expect((await send(newJourney(), 0, FIRST)).status).toBe(401);
    expect((await send(journey, 1, SECOND, key)).status).toBe(204);
  });

  it('name of a journey that somebody else has: is refused', async () => {
    const journey = await sendWhole();
    const other = lender.phone();
    await other.signIn(String(++mobile));
    await other.call('agreeRecordings', { agreed: true, version: '2026-11' });
    expect((await send(journey, 0, FIRST, other.token ?? '')).status).toBe(409);
    expect((await send(journey, 1, SECOND, other.token ?? '')).status).toBe(401);
  });

  it.each([
    ['no gzip', Buffer.from('{}')],
    ['no JSON', gzipSync('nothing')],
    ['a bomb', gzipSync(Buffer.alloc(8_000_000, 32))],
    ['steps that are none', gzipSync(JSON.stringify({ ...FIRST, steps: [{ at: 1, event: 'x', changes: [] }] }))],
    ['a head of another format', gzipSync(JSON.stringify({ ...FIRST, head: { ...head, format: 'x' } }))],
    ['an unknown language', gzipSync(JSON.stringify({ ...FIRST, language: '<b>' }))],
    ['a product that is no name', gzipSync(JSON.stringify({ ...FIRST, product: 'a b' }))],
  ])('piece of a recording, %s: is refused and nothing is stored', async (_, body) => {
    const before = await count();
    expect((await send(newJourney(), 0, body)).status).toBe(400);
    expect(await count()).toBe(before);
  });

  it('piece of a recording with more than a step: is not stored', async () => {
    const [one, ...others] = FIRST.steps;
    await send(newJourney(), 0, {
      ...FIRST,
      steps: [{ ...one, photo: 'kanari' }, ...others],
      mobile: 'kanari',
      head: { ...head, title: 'kanari', more: 'kanari' },
    });
    const { body } = await (await clerk('analyst')).get(`recordings.jsonl?${new URLSearchParams(period()).toString()}`);
    expect(body.toString()).not.toContain('kanari');
  });

  it.each([
    ['in a step', { ...FIRST, steps: [{ at: 1, event: { type: 'x', output: { firstName: 'Zephyrina' } }, changes: [] }] }],
    ['in a change', { ...FIRST, steps: [{ at: 1, event: { type: 'x' }, changes: [[['context', 'home', 'firstName'], 'Zephyrina']] }] }],
    [
      'in the view at the start',
      { ...FIRST, head: { ...head, start: { ...head.start, view: { ...head.start.view, context: { name: 'Zephyrina' } } } } },
    ],
  ])('recording that was not redacted, a name %s: is refused', async (_, said) => {
    expect((await send(newJourney(), 0, said)).status).toBe(400);
  });

  it('pieces, limits: a journey ends at 20,000 bytes, and an account may send twenty recordings a day', async () => {
    expect((await send(newJourney(), 0, Buffer.alloc(JOURNEY_LIMITS.bytes + 1))).status).toBe(413);
    const journey = newJourney();
    const { key } = await send(journey, 0, FIRST);
    const noise = {
      ...SECOND,
      steps: [{ at: 1, event: { type: 'x', figures: [...crypto.getRandomValues(new Uint32Array(2_750))] }, changes: [] }],
    };
    expect((await send(journey, 1, noise, key)).status).toBe(204);
    expect((await send(journey, 2, noise, key)).status).toBe(413);
    for (let n = 1; n < 20; n++) expect((await send(newJourney(), 0, FIRST)).status).toBe(201);
    expect((await send(newJourney(), 0, FIRST)).status).toBe(429);
  });

  it('steps that compress well: end the journey by their uncompressed length', async () => {
    const journey = newJourney();
    const long = { ...SECOND, steps: [{ at: 1, event: { type: 'x', words: ' '.repeat(390_000) }, changes: [] }] };
    const { key } = await send(journey, 0, FIRST);
    const answers = [];
    for (let piece = 1; piece < 8; piece++) answers.push((await send(journey, piece, long, key)).status);
    expect(answers).toContain(413);
  });

  it('store of recordings that is full, or share of an account used up: accepts no further piece', async () => {
    const { store, clock } = lender.inside();
    const secret = secretOf(store.db);
    const counters = createCounters(store, clock, secret);
    const { basicInfo } = await phone.call('getUserInfo', {});
    const receive = async (most: { ofAccount: number; bytes: number }) => {
      const piece = await readPiece(gzipSync(JSON.stringify(FIRST)), { journey: newJourney(), piece: 0 });
      const recordings = createRecordings({ store, clock, secret, counters, limits: limitsOf(DEFAULT_LIMITS), most });
      return piece && recordings.receive(Number(basicInfo.userId), piece);
    };
    expect(await receive({ ofAccount: 1, bytes: 1e9 })).toBe('stored');
    expect(await receive({ ofAccount: 1, bytes: 1e9 })).toBe('tooMany');
    expect(await receive({ ofAccount: 9, bytes: 1 })).toBe('noRoom');
  });
});

describe('store', () => {
  beforeEach(() => agree(true));

  it('store, analyst: lists and downloads by period, release, language, phone and product; every look is in the log', async () => {
    await sendWhole();
    const analyst = await clerk('analyst');
    const { data } = await analyst.call('recordings', { ...period(), deviceClass: 'low', product: 'first-loan', after: null });
    expect(data).toMatchObject({ more: false });
    expect((data['rows'] as object[]).at(-1)).toMatchObject({
      release: '1.0.0',
      language: 'en',
      deviceClass: 'low',
      product: 'first-loan',
      steps: steps.length,
    });
    expect(JSON.stringify(data)).not.toMatch(/userId|user_id|\b2547\d{8}\b/);
    expect((await download(analyst, { release: '9.9.9' })).recordings).toEqual([]);
    expect((await download(analyst, { product: '' })).recordings).toEqual([]);
    expect((await download(analyst, { deviceClass: 'low' })).recordings.length).toBe(data['total']);
    const day = today().split('-').reverse().join('/');
    const { data: log } = await (await clerk('administrator')).call('log', { caseId: null, before: null });
    const lines = (Object.values(log) as { who: string; what: string; reason: string }[]).filter(({ what }) =>
      what.startsWith('recordings'),
    );
    expect(lines.slice(0, 2)).toMatchObject([
      { who: 'Esther Atieno', what: 'recordings download', reason: `${day} to ${day}, phones low` },
      { who: 'Esther Atieno', what: 'recordings download', reason: `${day} to ${day}, product none` },
    ]);
    expect(lines.some(({ what }) => what === 'recordings list')).toBe(true);
  });

  it.each(['reviewer', 'payments', 'support'] as const)('stored recording, role %s: is refused', async (role) => {
    const browser = await clerk(role);
    expect(await browser.call('recordings', { ...period(), after: null })).toMatchObject({ status: 403, error: 'notAllowed' });
    expect((await download(browser)).status).toBe(403);
  });

  it('stored recordings, request without a session, from another page, or without a period: is refused', async () => {
    expect((await download(createDeskBrowser(lender.url))).status).toBe(401);
    const analyst = await clerk('analyst');
    const query = new URLSearchParams(period()).toString();
    expect((await analyst.get(`recordings.jsonl?${query}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await analyst.get('recordings.jsonl')).status).toBe(400);
    expect((await analyst.get('recordings.jsonl?from=2026-03-02&to=2026-03-01')).status).toBe(400);
    expect((await analyst.get(`recordings.jsonl?${query}&borrower=1`)).status).toBe(400);
  });

  it('store of recordings at rest: neither choices nor redacted values are readable', async () => {
    const journey = await sendWhole();
    const { db } = lender.inside().store;
    const { head_encrypted: bytes } = await db.selectFrom('recording').selectAll().where('journey', '=', journey).executeTakeFirstOrThrow();
    const pieces = await db.selectFrom('recording_piece').selectAll().where('journey', '=', journey).execute();
    expect(pieces).toHaveLength(2);
    // The whole head of gzip: its first two bytes alone are in one of fifty encrypted pieces by chance.
    for (const stored of [bytes, ...pieces.map(({ encrypted }) => encrypted)])
      expect(Buffer.from(stored).toString('latin1')).not.toMatch(/\x1f\x8b\x08\x00|journey|xstate/);
  });

  it('stored recording, after ninety days: is deleted by the clock', async () => {
    const journey = await sendWhole();
    const { db } = lender.inside().store;
    const has = async (): Promise<boolean> =>
      (await db.selectFrom('recording').select('journey').where('journey', '=', journey).executeTakeFirst()) !== undefined;
    await lender.sandbox.advance((RECORDING_DAYS - 1) * DAY);
    expect(await has()).toBe(true);
    await lender.sandbox.advance(DAY + 60_000);
    expect(await has()).toBe(false);
    expect(await db.selectFrom('recording_piece').select('piece').where('journey', '=', journey).execute()).toEqual([]);
  });
});
