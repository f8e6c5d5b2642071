/**
 * Sends the recording of a borrower who agreed to the lender, in pieces (`docs/wire.md`). Nothing waits for it: the recorder
 * redacts when the page is idle, a piece is sent when no call runs, and a piece that is lost is sent again or never.
 */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import type { DeviceClass } from '#machines/model/sentRecording.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { APP_VERSION } from '#src/market/app.ts';
import { MARKET_NAME } from '#src/market/market.ts';
import { JOURNEY_LIMITS, RECORDINGS_TYPE } from '#src/market/recordingLimits.ts';
import { recordJourney } from '#src/recording/recorder.ts';
import { whenIdle } from '../whenIdle.ts';
import { newRequestId } from '#src/ui/requestId.ts';

/** Milliseconds between two pieces, and after one that could not be sent; doubled each time, up to the last. */
const PAUSE = 20_000;
const LONGEST_PAUSE = 10 * 60_000;
/** Milliseconds after which a piece counts as not sent. */
const PATIENCE = 60_000;

/** What not every browser says of the phone. */
type Phone = Navigator & { connection?: { saveData?: boolean; effectiveType?: string }; deviceMemory?: number };

/** The borrower pays for each byte, or waits for each: nothing is sent meanwhile. */
function isMetered(): boolean {
  const { saveData = false, effectiveType = '' } = (navigator as Phone).connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

function deviceClass(): DeviceClass {
  const { deviceMemory: gigabytes } = navigator as Phone;
  if (gigabytes === undefined) return 'unknown';
  return gigabytes <= 2 ? 'low' : gigabytes <= 4 ? 'middle' : 'high';
}

const compressed = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

/**
 * @property key from the answer to the first piece: it authorises the others, and outlives the session, whose end is part
 * of a recording.
 */
interface Sent {
  pieces: number;
  steps: number;
  bytes: number;
  key: string | null;
}

interface Sending {
  /** Sends what there is without waiting for an idle moment: the page may not come back. */
  flush: () => Promise<void>;
  /** Ends the recording. What is not sent yet is dropped. */
  stop: () => void;
}

/** Sends one recording, from now on to its end or the limit of its size. */
function sendRecording(actor: Actor<JourneyMachine>, address: string): Sending {
  const journey = newRequestId();
  const recorder = recordJourney(actor, {
    privacy: formPrivacy(nairobiDate(actor.getSnapshot().context.now ?? Date.now())),
    appVersion: APP_VERSION,
    market: MARKET_NAME,
    now: Date.now,
    later: whenIdle,
  });
  let sent: Sent = { pieces: 0, steps: 0, bytes: 0, key: null };
  let pause = PAUSE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isOver = false;

  /** The first piece says where the recording begins, so it is sent without a step too. */
  const hasMore = (): boolean => sent.pieces === 0 || recorder.steps() > sent.steps;

  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    recorder.stop();
  }

  function plan(): void {
    if (isOver || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      whenIdle(() => void sendWhenQuiet());
    }, pause);
  }

  async function sendWhenQuiet(): Promise<void> {
    // A call of the borrower goes first. On a metered connection the recording waits, until a piece is full.
    if (!actor.getSnapshot().hasTag('busy') && !isMetered()) await send();
    if (recorder.steps() - sent.steps > JOURNEY_LIMITS.stepsOfPiece) stop();
    else if (hasMore()) plan();
  }

  async function send(): Promise<void> {
    const recording = recorder.recording();
    if (isOver || isSending || !recording || !hasMore()) return;
    const { steps: all, ...head } = recording;
    const steps = all.slice(sent.steps, sent.steps + JOURNEY_LIMITS.stepsOfPiece);
    const { language, order, home, session } = actor.getSnapshot().context;
    const token = sent.key ?? session?.token;
    const product = order?.productId ?? valueOf(home)?.product.id ?? null;
    const piece = { language, deviceClass: deviceClass(), product, steps, ...(sent.pieces === 0 ? { head } : {}) };
    isSending = true;
    try {
      const body = await compressed(JSON.stringify(piece));
      const bytes = sent.bytes + body.byteLength;
      if (token === undefined || bytes > JOURNEY_LIMITS.bytes || sent.pieces + 1 > JOURNEY_LIMITS.pieces) return stop();
      const { status, key } = await post(`${address}/${journey}/${sent.pieces}`, token, body);
      if (status === 503) throw new Error('the lender cannot store it now');
      if (status !== 201 && status !== 204) return stop();
      sent = { pieces: sent.pieces + 1, steps: sent.steps + steps.length, bytes, key: key ?? sent.key };
      pause = PAUSE;
    } catch {
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    } finally {
      isSending = false;
    }
  }

  recorder.onStep(plan);
  plan();
  return { flush: async () => void (isMetered() || (await send())), stop };
}

async function post(address: string, token: string, body: ArrayBuffer): Promise<{ status: number; key: string | null }> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': RECORDINGS_TYPE },
      body,
      keepalive: true,
      credentials: 'omit',
      priority: 'low',
      signal: giveUp.signal,
    });
    const { key = null } = response.status === 201 ? ((await response.json()) as { key?: string }) : {};
    return { status: response.status, key };
  } finally {
    clearTimeout(timer);
  }
}

/** Sends recordings of this page while the borrower's consent lasts. Call it once. @param address of the lender's store. */
export function sendWhileAgreed(actor: Actor<JourneyMachine>, address: string): void {
  let sending: Sending | null = null;

  function follow(): void {
    const { recording, session } = actor.getSnapshot().context;
    const isAgreed = recording === 'sent';
    // A connection that is metered now may be another one later.
    if (isAgreed && !sending && !isMetered()) sending = sendRecording(actor, address);
    if (isAgreed || !sending) return;
    const ended = sending;
    sending = null;
    // The end of a session is worth knowing: the recorder gets its event after this. A consent that was taken back ends
    // everything at once.
    if (session === null) void Promise.resolve().then(ended.flush).then(ended.stop);
    else ended.stop();
  }

  actor.subscribe(follow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void sending?.flush();
  });
  follow();
}
