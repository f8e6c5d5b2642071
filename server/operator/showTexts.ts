/** `npm run text-log`: prints the delivery of the texts to a number; without a number, the cost of texts by day. */
import { DAY } from '#machines/model/calendar.ts';
import { toMsisdn, type Msisdn } from '#machines/model/phoneNumber.ts';
import { reportAddress } from '#server/messaging/createSms.ts';
import type { DayOfTexts, LoggedText, TextLog } from '#server/messaging/textLog.ts';
import type { CallbackSecret } from '#server/rail/callbackSecret.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { Clock } from '#server/store/clock.ts';
import { inNairobi, inShillings } from './verbWords.ts';

export interface ShownTexts {
  log: Pick<TextLog, 'textsTo' | 'days'>;
  secret: Pick<CallbackSecret, 'present'>;
  /** Address of the lender for delivery reports, without a trailing slash; null: there are no reports. */
  reportsTo: string | null;
}

const MOST_LISTED = 50;
const DAYS_LISTED = 14;

/** null: the days are listed. @throws CannotStart when the argument is no Kenyan mobile number. */
export function readNumber(given: readonly string[]): Msisdn | null {
  if (given.length === 0) return null;
  const number = toMsisdn(given.join(' '));
  if (number === null)
    throw new CannotStart('Name one Kenyan mobile number, such as 0712345678; without one, the costs of the last days are listed.');
  return number;
}

const OUTCOMES: Readonly<Record<LoggedText['outcome'], string>> = {
  taken: 'taken',
  refused: 'refused for good',
  notNow: 'not sent',
  unknown: 'unknown, may have been sent',
};

function lineOf({ at, kind, provider, outcome, code, cost, parts, delivery, delivery_code: why, delivery_at: when }: LoggedText): string {
  const price = cost === null ? '' : `, ${inShillings(cost)}`;
  const length = parts === 1 ? '' : `, ${parts} parts`;
  const report = delivery === null || when === null ? '' : `; ${delivery}${why === null ? '' : ` (${why})`} ${inNairobi(when)}`;
  return `${inNairobi(at)}  ${kind.padEnd(8)}  ${provider.padEnd(14)}  ${OUTCOMES[outcome]}${code === null ? '' : ` (${code})`}${length}${price}${report}`;
}

const dayLine = ({ day, provider, taken, parts, cost, unpriced, delivered, failed }: DayOfTexts): string =>
  `${day}  ${provider.padEnd(14)}  ${taken} texts, ${parts} parts, ${inShillings(cost)}${unpriced === 0 ? '' : ` (${unpriced} without a price)`}; delivered ${delivered}, failed ${failed}`;

/** @returns lines, the newest first. */
export async function showTexts(number: Msisdn | null, { log, secret, reportsTo }: ShownTexts, clock: Clock): Promise<string[]> {
  if (number !== null) {
    const texts = await log.textsTo(number, MOST_LISTED);
    return texts.length === 0 ? ['No text was sent to this number within ninety days.'] : texts.map(lineOf);
  }
  const days = await log.days(clock.now() - DAYS_LISTED * DAY);
  const lines = days.length === 0 ? ['No text was sent within fourteen days.'] : days.map(dayLine);
  if (reportsTo === null) return [...lines, 'Deliveries are not reported: set SMS_CALLBACK_URL.'];
  const address = reportsTo + reportAddress(await secret.present(), 'africastalking');
  return [...lines, `Address for the delivery reports of Africa's Talking: ${address}`];
}
