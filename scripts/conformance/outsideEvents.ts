/** Events outside of the calls: a code by SMS, the decision about the application, the arrival of the money. */
import type { OrderStatus } from '#machines/model/orderStatus.ts';
import { decideApplication } from '../lib/sandboxClerk.ts';
import { SANDBOX_API, specimenPath, type SandboxCommands, type SandboxState, type Specimen } from '#src/api/sandbox.ts';

export interface OutsideEvents {
  /** The last code that was sent to this number. */
  code(mobile: string): Promise<string>;
  /** Waits until another code may be requested. */
  waitForCode(): Promise<void>;
  photo(name: Specimen, orderNo: string): Promise<Blob>;
  /** Called when the application was sent or the money was drawn. Moves the order, or prints an instruction for a person. */
  bring(orderNo: string, to: 'offer' | 'loan'): Promise<void>;
  /** Whether to poll again for this status. */
  isWorthWaiting(orderNo: string, status: OrderStatus | undefined): Promise<boolean>;
}

/** Whether the sandbox of this project answers at the address. Never rejects. */
export const isSandbox = (address: string, ask: typeof fetch): Promise<boolean> =>
  ask(`${address}${SANDBOX_API}/state`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Events for the sandbox of this project, without a person. */
export function sandboxEvents(address: string, ask: typeof fetch): OutsideEvents {
  async function command<P extends keyof SandboxCommands>(path: P, body: SandboxCommands[P]): Promise<void> {
    const answer = await ask(address + SANDBOX_API + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}: ${await answer.text()}`);
  }
  let looks = 0;
  return {
    async code(mobile) {
      const answer = await ask(`${address}${SANDBOX_API}/state`);
      if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to the question for its texts.`);
      const { sms } = (await answer.json()) as SandboxState;
      return sms.find(({ to, text }) => to === mobile && /^\d{6} /.test(text))?.text.slice(0, 6) ?? '';
    },
    waitForCode: () => command('/clock', { advance: 61_000 }),
    async photo(name, orderNo) {
      const answer = await ask(address + specimenPath(orderNo, name));
      if (!answer.ok) throw new Error(`The sandbox has no specimen ${name} for ${orderNo}.`);
      return new Blob([await answer.arrayBuffer()], { type: 'image/jpeg' });
    },
    async bring(orderNo, to) {
      looks = 0;
      if (to === 'offer') await decideApplication(address, orderNo, { name: 'approve' }, ask);
    },
    async isWorthWaiting() {
      // The simulated M-PESA pays out when the clock is moved.
      await command('/clock', { advance: 5_000 });
      return ++looks < 30;
    },
  };
}

export interface PersonEventsOptions {
  /** The one-time code of the test numbers, always the same. */
  code: string;
  photos: Readonly<Partial<Record<Specimen, Blob>>>;
  /** How long to wait for a person, ms. */
  patience: number;
  say: (line: string) => void;
  sleep: (ms: number) => Promise<void>;
  now: () => number;
}

const ACTS = {
  offer: 'approve the application',
  loan: 'let the money of the loan arrive',
} as const;

/** Events for the back end of an operator. People, or rules for test numbers, move the order. */
export function personEvents({ code, photos, patience, say, sleep, now }: PersonEventsOptions): OutsideEvents {
  let until = 0;
  return {
    code: async () => code,
    waitForCode: async () => {
      say('waiting a minute for another code');
      await sleep(61_000);
    },
    async photo(name) {
      const photo = photos[name];
      if (!photo) throw new Error(`There is no photo ${name}.jpg: name a folder with front.jpg, back.jpg and face.jpg by --photos.`);
      return photo;
    },
    async bring(orderNo, to) {
      until = now() + patience;
      say(`${orderNo}: please ${ACTS[to]}; waiting ${Math.round(patience / 1_000)} seconds at most`);
    },
    async isWorthWaiting() {
      if (now() >= until) return false;
      await sleep(Math.min(3_000, patience));
      return true;
    },
  };
}
