/**
 * The work before another code by SMS (`src/api/captchaWork.ts`). The lender stores no task: a signed token contains the
 * task and its caller, and only used tokens are counted. The work makes it costly for a program to send codes to strangers;
 * the limits of codes stop the program.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Db } from '#server/store/store.ts';
import type { CaptchaOffer } from '#src/api/payloads.ts';
import { tooMany, type Counters } from './counters.ts';
import { CAPTCHA, type Limits } from './limitTable.ts';

/** A task is valid for one caller and one number only. */
export interface CaptchaHolder {
  mobile: Msisdn;
  /** Hash of the installation, or of the address if the installation sent no id. */
  asker: string;
  address: string;
}

export interface Captchas {
  /** @param level from 1 on; each level doubles the work, up to a limit. */
  create(holder: CaptchaHolder, level: number): CaptchaOffer;
  /**
   * Checks the answer and uses up its token.
   * @param given `captcha` of the request, unchecked. @param level the present level. A token of the level below is accepted,
   * because another caller's code may have raised the level since.
   * @throws Refusal captchaRequired without a token, for a wrong answer, and for a used token or one of another caller or number;
   * tooManyRequests for a wait that is not over, and after too many waits.
   */
  accept(given: unknown, holder: CaptchaHolder, level: number, db: Db): Promise<void>;
}

const TOKEN = /^(\d{1,16})\.(\d{1,2})\.[\w-]{16}\.[\w-]{43}$/;
const wrong = (): Refusal => new Refusal(CODE.captchaRequired, 'captchaWrong');
const bitsOf = (level: number): number => CAPTCHA.bits + Math.min(Math.max(level, 1), CAPTCHA.levels) - 1;

function isSolved(token: string, bits: number, answer: readonly unknown[]): boolean {
  if (answer.length !== CAPTCHA.parts) return false;
  const block = Buffer.alloc(40);
  createHash('sha256').update(token).digest().copy(block);
  return answer.every((number, part) => {
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > 0xffff_ffff) return false;
    block.writeUInt32BE(part, 32);
    block.writeUInt32BE(number, 36);
    return createHash('sha256').update(block).digest().readUInt32BE(0) >>> (32 - bits) === 0;
  });
}

export function createCaptchas(clock: Clock, secret: Secret, counters: Counters, limits: Limits): Captchas {
  const signed = (text: string, { mobile, asker }: CaptchaHolder): string =>
    `${text}.${secret.mac('captcha', [text, mobile, asker].join('|')).toString('base64url')}`;

  /** Verifies a token; null: it is not from this lender, not for this holder, or too old. */
  function read(token: unknown, holder: CaptchaHolder): { token: string; givenAt: Instant; bits: number } | null {
    const [, at, bits] = (typeof token === 'string' && TOKEN.exec(token)) || [];
    if (typeof token !== 'string' || at === undefined || bits === undefined) return null;
    const genuine = signed(token.slice(0, token.lastIndexOf('.')), holder);
    if (genuine.length !== token.length || !timingSafeEqual(Buffer.from(genuine), Buffer.from(token))) return null;
    const givenAt = Number(at);
    return clock.now() - givenAt < CAPTCHA.life ? { token, givenAt, bits: Number(bits) } : null;
  }

  async function acceptWait(givenAt: Instant, { mobile, asker, address }: CaptchaHolder, db: Db): Promise<void> {
    const now = clock.now();
    if (now < givenAt + CAPTCHA.waitFor) throw tooMany(givenAt + CAPTCHA.waitFor, now);
    await counters.refuseAbove(limits.waits, `${mobile} ${asker}`, db);
    await counters.refuseAbove(limits.waitsForNumber, mobile, db);
    await counters.refuseAbove(limits.waitsOfAddress, address, db);
  }

  return {
    create(holder, level) {
      const bits = bitsOf(level);
      const token = signed(`${clock.now()}.${bits}.${randomBytes(12).toString('base64url')}`, holder);
      return { token, parts: CAPTCHA.parts, bits, waitFor: CAPTCHA.waitFor };
    },
    async accept(given, holder, level, db) {
      if (given === undefined || given === null) throw new Refusal(CODE.captchaRequired, 'captchaRequired');
      const { token, answer } = (typeof given === 'object' ? given : {}) as { token?: unknown; answer?: unknown };
      const task = read(token, holder);
      if (!task || !Array.isArray(answer) || task.bits < bitsOf(level - 1)) throw wrong();
      const isWait = answer.length === 0;
      if (!isWait && !isSolved(task.token, task.bits, answer)) throw wrong();
      if ((await counters.count(limits.captcha, task.token, db)).counted > limits.captcha.most) throw wrong();
      if (isWait) await acceptWait(task.givenAt, holder, db);
    },
  };
}
