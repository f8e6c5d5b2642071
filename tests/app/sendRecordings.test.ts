/** Recordings that leave the phone of a borrower who agreed: when, how much, and no typed value. */
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JourneyEvent } from '#machines/events.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { sendWhileAgreed } from '#src/app/recording/sending.ts';
import { JOURNEY_LIMITS } from '#src/market/recordingLimits.ts';
import type { RecordedStep } from '#src/recording/format.ts';
import { replay } from '#src/recording/replay.ts';
import { homeWith, orderIn, session } from '../paths/lenderSamples.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { complete } from '../forms/sectionSamples.ts';
import { running, type Running } from '../recording/randomJourney.ts';

interface Arrived {
  address: string;
  authorization: string;
  bytes: number;
  said: { steps: RecordedStep[]; head?: object };
}

let open: Running | null = null;
let arrived: Arrived[] = [];
/** Status of the lender's next answers; 0: no answer. */
let status = 0;
let connection: { saveData?: boolean; effectiveType?: string } = {};
let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  arrived = [];
  status = 204;
  connection = {};
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.spyOn(Response.prototype, 'arrayBuffer').mockImplementation(async function (this: Response) {
    compressing++;
    try {
      return await compress.call(this);
    } finally {
      compressing--;
    }
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {
    get connection() {
      return connection;
    },
    deviceMemory: 2,
  });
  vi.stubGlobal('fetch', async (address: string, init: { headers: { authorization: string }; body: ArrayBuffer }) => {
    if (status === 0) throw new TypeError('offline');
    const body = Buffer.from(init.body);
    arrived.push({
      address,
      authorization: init.headers.authorization,
      bytes: body.byteLength,
      said: JSON.parse(gunzipSync(body).toString()) as Arrived['said'],
    });
    return status === 204 && address.endsWith('/0')
      ? Response.json({ key: 'key-of-the-journey' }, { status: 201 })
      : new Response(null, { status });
  });
});
afterEach(() => {
  open?.actor.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A borrower at home. */
async function atHome(sendsRecordings: boolean) {
  const { actor, environment } = (open = running());
  actor.start();
  const answer = async (id: string, output: unknown): Promise<void> => {
    environment.running.get(id)?.answer(output);
    await new Promise<void>((done) => setImmediate(done));
  };
  await answer('restoreDevice', { session, language: 'en', drafts: {}, resume: null });
  await answer('loadHome', { ...homeWith(orderIn(STATUS.basicInfo)), ...(sendsRecordings ? { sendsRecordings } : {}) });
  sendWhileAgreed(actor, '/recordings');
  return { actor, answer, send: (event: JourneyEvent): void => actor.send(event) };
}

/** Number of pieces that are being compressed. Fake timers do not wait for compression. */
let compressing = 0;
const compress = Response.prototype.arrayBuffer;

async function settled(): Promise<void> {
  do for (let n = 0; n < 10; n++) await new Promise<void>((done) => setImmediate(done));
  while (compressing > 0);
}

/** Advances the time of the page, and waits for each piece that is compressed meanwhile. */
async function pass(ms = 60_000): Promise<void> {
  await settled();
  for (let passed = 0; passed < ms; passed += 10_000) {
    await vi.advanceTimersByTimeAsync(Math.min(10_000, ms - passed));
    await settled();
  }
}

async function leavePage(): Promise<void> {
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await settled();
}

describe('recording for the lender', () => {
  it('recording for the lender, without consent: nothing is sent', async () => {
    const { send } = await atHome(false);
    send({ type: 'language.chosen', language: 'sw' });
    await pass();
    expect(arrived).toEqual([]);
  });

  it('recording for the lender, with consent: is sent in pieces, the first with the session and the others with its key, and replays', async () => {
    const { send } = await atHome(true);
    await pass();
    send({ type: 'xstate.route', to: '#settings' });
    send({ type: 'xstate.route', to: '#language' });
    await pass();
    send({ type: 'xstate.route', to: '#settings' });
    await pass();
    expect(arrived.map(({ address, authorization }) => [address.replace(/[0-9a-f]{32}/, 'J'), authorization])).toEqual([
      ['/recordings/J/0', `Bearer ${session.token}`],
      ['/recordings/J/1', 'Bearer key-of-the-journey'],
      ['/recordings/J/2', 'Bearer key-of-the-journey'],
    ]);
    expect(arrived[0]?.said).toMatchObject({ language: 'en', deviceClass: 'low', product: orderIn(STATUS.basicInfo).productId });
    const whole = { ...arrived[0]?.said.head, steps: arrived.flatMap(({ said }) => said.steps) };
    expect(whole.steps).toHaveLength(3);
    expect(replay(whole as never, journeyMachine).parted).toBeNull();
  });

  it('recording for the lender, nothing happens on the page: nothing more is sent', async () => {
    await atHome(true);
    await pass();
    await pass(3_600_000);
    expect(arrived).toHaveLength(1);
  });

  it('recording for the lender, typed values: are in no piece', async () => {
    const { send } = await atHome(true);
    const values = { ...complete.personalInfo, firstName: 'Kanariana', nationalId: '38310557', email: 'kanari@example.com' };
    send({ type: 'application.opened' });
    send({ type: 'draft.saved', section: 'personalInfo', values });
    send({ type: 'personalInfo.submitted', values });
    await leavePage();
    const wire = JSON.stringify(arrived);
    expect(wire).toContain('personalInfo.submitted');
    expect(wire).not.toMatch(/kanari|38310557/i);
  });

  it.each([
    ['data are saved', { saveData: true }],
    ['the link is slow', { effectiveType: '2g' }],
    ['the link is very slow', { effectiveType: 'slow-2g' }],
  ])('recording for the lender, %s: waits, and goes on when that is over', async (_, metered) => {
    const { send } = await atHome(true);
    await pass();
    connection = metered;
    send({ type: 'xstate.route', to: '#settings' });
    await pass(600_000);
    await leavePage();
    expect(arrived).toHaveLength(1);
    connection = { effectiveType: '4g' };
    await pass(600_000);
    expect(arrived).toHaveLength(2);
  });

  it('recording for the lender, a call runs: the piece waits for it', async () => {
    const { send, answer } = await atHome(true);
    await pass();
    send({ type: 'refresh.requested' });
    await pass(120_000);
    expect(arrived).toHaveLength(1);
    await answer('loadHome', { ...homeWith(null), sendsRecordings: true });
    await answer('refreshHome', { ...homeWith(null), sendsRecordings: true });
    await pass();
    expect(arrived).toHaveLength(2);
  });

  it('piece of a recording, no answer or no room at the lender: is sent again after longer and longer pauses', async () => {
    status = 0;
    await atHome(true);
    await pass(120_000);
    expect(arrived).toEqual([]);
    status = 503;
    await pass(600_000);
    const tried = arrived.length;
    expect(tried).toBeGreaterThan(0);
    status = 204;
    await pass(1_200_000);
    expect(new Set(arrived.map(({ address }) => address)).size).toBe(1);
    expect(arrived).toHaveLength(tried + 1);
  });

  it.each([400, 401, 403, 409, 413, 429])('recording for the lender, refused with %i: ends', async (refused) => {
    const { send } = await atHome(true);
    status = refused;
    await pass();
    send({ type: 'xstate.route', to: '#faq' });
    await pass(3_600_000);
    expect(arrived).toHaveLength(1);
  });

  it('recording for the lender, page hidden: the unsent steps are sent at once', async () => {
    await atHome(true);
    await leavePage();
    expect(arrived).toHaveLength(1);
  });

  it('recording for the lender, session ends: its end is sent; the next borrower is not recorded', async () => {
    const { send, answer } = await atHome(true);
    await pass();
    send({ type: 'xstate.route', to: '#settings' });
    send({ type: 'logout.requested' });
    await answer('logOut', undefined);
    await pass(0);
    expect(arrived.at(-1)?.said.steps.map(({ event }) => event.type)).toContain('xstate.done.actor.logOut');
    const sent = arrived.length;
    await answer('loadHome', homeWith(null));
    send({ type: 'xstate.route', to: '#faq' });
    await pass(600_000);
    expect(arrived).toHaveLength(sent);
  });

  it('recording for the lender, consent withdrawn: unsent steps are dropped, and a new consent begins another recording', async () => {
    const { send, answer } = await atHome(true);
    await pass();
    send({ type: 'xstate.route', to: '#helpImprove' });
    send({ type: 'recordings.withdrawn' });
    await answer('withdrawRecordings', { agreed: false });
    await pass(600_000);
    expect(arrived).toHaveLength(1);
    send({ type: 'recordings.agreed' });
    await answer('agreeRecordings', { agreed: true });
    await pass();
    const [first, second] = arrived.map(({ address }) => address);
    expect(second).toMatch(/\/0$/);
    expect(second).not.toBe(first);
  });

  it('recording for the lender, long journey: ends before 20,000 bytes', async () => {
    const { send } = await atHome(true);
    await pass();
    const languages = ['en', 'sw', 'es'] as const;
    for (let n = 0; n < 60; n++) {
      for (let m = 0; m < 40; m++) {
        const words = Array.from(crypto.getRandomValues(new Uint32Array(3))).join(' ');
        send({ type: 'unsent.changed', about: 'feedback', values: { description: words } } as never);
        send({ type: 'language.chosen', language: languages[m % 3] ?? 'en' });
      }
      await pass(20_000);
    }
    const bytes = arrived.reduce((sum, piece) => sum + piece.bytes, 0);
    expect(bytes).toBeLessThanOrEqual(JOURNEY_LIMITS.bytes);
    expect(bytes).toBeGreaterThan(JOURNEY_LIMITS.bytes / 2);
  });
});
