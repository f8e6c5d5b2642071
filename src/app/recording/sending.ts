/**
 * Sends the recording of a borrower who agreed, to the lender, in pieces (`docs/wire.md`). Nothing waits for it: the recorder
 * redacts when the page is idle, and a piece is sent when no call runs. A lost piece is retried as long as the page is open.
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

/** Milliseconds between two pieces. After a failure the pause is doubled, up to the longest. */
const PAUSE = 20_000;
const LONGEST_PAUSE = 10 * 60_000;
/** Milliseconds after which a piece counts as not sent. */
const PATIENCE = 60_000;

/** Properties that only some browsers have. */
type Phone = Navigator & { connection?: { saveData?: boolean; effectiveType?: string }; deviceMemory?: number };

/** Whether the connection is set to save data, or is slow. Then nothing is sent. */
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
 * The sent part of the recording.
 * @property key from the answer to the first piece. It authorises the other pieces, also after the end of the session, which
 * is part of a recording.
 */
interface Sent {
  pieces: number;
  steps: number;
  bytes: number;
  key: string | null;
}

interface Sending {
  /** Sends the recorded steps without waiting for an idle moment, because the page may be closed. */
  flush: () => Promise<void>;
  /** Ends the recording, and drops the steps that are not sent yet. */
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

  /** The first piece contains the start of the recording, so it is sent even if there is no step yet. */
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
    // Calls of the chart go first. On a metered connection the recording waits, and ends once a piece would be too large.
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
    // On a metered connection nothing starts. A later event may find another connection.
    if (isAgreed && !sending && !isMetered()) sending = sendRecording(actor, address);
    if (isAgreed || !sending) return;
    const ended = sending;
    sending = null;
    // The end of a session is part of the recording, and the recorder gets that event after this function. A withdrawn consent
    // ends the recording at once.
    if (session === null) void Promise.resolve().then(ended.flush).then(ended.stop);
    else ended.stop();
  }

  actor.subscribe(follow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void sending?.flush();
  });
  follow();
}
