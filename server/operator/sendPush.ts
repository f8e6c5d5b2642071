/**
 * `npm run push`: sends a push notification to one phone. The lender has no registration tokens, because no call contains one
 * (decision 86). The operator's service gets the tokens from the native app, and calls this verb or does the same.
 */
import { readFileSync } from 'node:fs';
import { DAY } from '#machines/model/calendar.ts';
import { readServiceAccount, type Push, type PushAnswer, type ServiceAccount } from '#server/messaging/push.ts';
import { CannotStart } from '#server/store/cannotStart.ts';

export interface PushRequest {
  token: string;
  orderNo: string;
  text: string;
}

/** @throws CannotStart */
export function readPushRequest([token, orderNo, text, ...others]: readonly string[]): PushRequest {
  if (!token || !orderNo || !text || others.length > 0)
    throw new CannotStart('Name the registration token of one phone, the number of the order and the words, such as "Your loan has news".');
  return { token, orderNo, text };
}

/** @param file `FCM_KEY_FILE`; empty: not set. @throws CannotStart when the file contains no service account. */
export function readPushAccount(file: string): ServiceAccount {
  if (file === '') throw new CannotStart('FCM_KEY_FILE must name the key file of a service account of Google, in JSON.');
  let json: string;
  try {
    json = readFileSync(file, 'utf8');
  } catch {
    throw new CannotStart(`FCM_KEY_FILE cannot be read: ${file}.`);
  }
  const account = readServiceAccount(json);
  if (!account) throw new CannotStart(`FCM_KEY_FILE is no key file of a service account: ${file}.`);
  return account;
}

const WHY_NOT: Readonly<Record<Exclude<PushAnswer['is'], 'taken'>, string>> = {
  gone: 'Google knows no phone with this token any more: delete it',
  refused: 'Google refuses the message or the service account',
  notNow: 'Google takes no message now: try again later',
  unknown: 'The answer of Google was lost: the message may have been sent',
};

/**
 * Sends a notification about an order. The shell passes the order's number to the page in the message `push` (`docs/shell.md`),
 * and the page reads the order from the lender.
 * @param request its text is shown on a locked phone, where anybody can read it.
 * @throws CannotStart when Google did not accept the notification.
 */
export async function sendPush({ token, orderNo, text }: PushRequest, push: Push, title: string): Promise<string> {
  const answer = await push.send(token, { title, body: text, data: { orderNo }, life: DAY / 1_000, replaces: 'order' });
  if (answer.is === 'taken') return `Google took the message: ${answer.ref}.`;
  throw new CannotStart(`${WHY_NOT[answer.is]}${'code' in answer ? ` (${answer.code})` : ''}.`);
}
