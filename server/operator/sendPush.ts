/**
 * `npm run push`: a notification to one phone. The lender knows no registration token, because no call carries one (decision 86);
 * a service of the operator that gets tokens from the native app calls this, or shows how.
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

/** @param file `FCM_KEY_FILE`; empty: it is not set. @throws CannotStart when it is no service account. */
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
 * The shell passes the number on as the message `push` of `docs/shell.md`, and the page asks the lender what changed. A lock
 * screen shows the words to anybody.
 * @throws CannotStart when Google did not take it.
 */
export async function sendPush({ token, orderNo, text }: PushRequest, push: Push, title: string): Promise<string> {
  const answer = await push.send(token, { title, body: text, data: { orderNo }, life: DAY / 1_000, replaces: 'order' });
  if (answer.is === 'taken') return `Google took the message: ${answer.ref}.`;
  throw new CannotStart(`${WHY_NOT[answer.is]}${'code' in answer ? ` (${answer.code})` : ''}.`);
}
