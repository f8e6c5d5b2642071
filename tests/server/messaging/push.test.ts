/** The adapter for Firebase Cloud Messaging against a simulated Google that checks every request against its documents. */
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { fcmPush, readServiceAccount, type Push, type PushMessage, type ServiceAccount } from '#server/messaging/push.ts';
import { runVerb } from '#server/runVerb.ts';
import { MONDAY_MORNING, removeTemporaryFolders, temporaryFolder, testClock, type TestClock } from '#tests/support/database.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ACCOUNT: ServiceAccount = {
  projectId: 'example-loan',
  clientEmail: 'lender@example-loan.iam.gserviceaccount.com',
  privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  tokenUri: 'https://oauth2.googleapis.com/token',
};
const MESSAGE: PushMessage = { title: 'Example Loan', body: 'Your loan has news', data: { page: 'home' }, life: 3_600, replaces: 'order' };

type Answer = { status: number; body?: object; headers?: Record<string, string> } | 'lost';

interface Google {
  push: Push;
  clock: TestClock;
  /** Bodies of the messages that arrived. */
  messages: unknown[];
  tokensGiven: () => number;
}

/** @param answers to the next messages; without one, a message is accepted. @param token answer to requests for a token. */
function google(answers: Answer[] = [], token?: Answer): Google {
  const clock = testClock();
  const messages: unknown[] = [];
  let given = 0;
  const respond = (answer: Answer): Response => {
    if (answer === 'lost') throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
    return Response.json(answer.body ?? {}, { status: answer.status, headers: answer.headers ?? {} });
  };

  /** Checks what Google checks: the signature under the account's public key, audience, scope and times. */
  function tokenFor(form: URLSearchParams): Response {
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    expect(createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(keys.publicKey, signature, 'base64url')).toBe(true);
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ alg: 'RS256', typ: 'JWT' });
    const iat = Math.floor(clock.now() / 1_000);
    expect(read(claims)).toEqual({
      iss: ACCOUNT.clientEmail,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: ACCOUNT.tokenUri,
      iat,
      exp: iat + 3_600,
    });
    if (token) return respond(token);
    return Response.json({ access_token: `token-${++given}`, expires_in: 3_599, token_type: 'Bearer' });
  }

  const push = fcmPush(ACCOUNT, clock, async (url, init) => {
    const request = new Request(url as string, init);
    if (request.url === ACCOUNT.tokenUri) return tokenFor(new URLSearchParams(await request.text()));
    expect(request.url).toBe('https://fcm.googleapis.com/v1/projects/example-loan/messages:send');
    expect(request.headers.get('authorization')).toBe(`Bearer token-${given}`);
    messages.push(await request.json());
    const answer = answers.shift();
    return answer ? respond(answer) : Response.json({ name: `projects/example-loan/messages/${messages.length}` });
  });
  return { push, clock, messages, tokensGiven: () => given };
}

const fcmError = (status: number, errorCode: string, headers?: Record<string, string>): Answer => ({
  status,
  ...(headers ? { headers } : {}),
  body: {
    error: {
      code: status,
      message: 'refused',
      status: 'FAILED',
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
    },
  },
});

describe('push through FCM', () => {
  test('push through FCM, message: is sent as documented, and Google names it', async () => {
    const { push, messages } = google();
    expect(await push.send('phone', MESSAGE)).toEqual({ is: 'taken', ref: 'projects/example-loan/messages/1' });
    expect(messages).toEqual([
      {
        message: {
          token: 'phone',
          notification: { title: 'Example Loan', body: 'Your loan has news' },
          data: { page: 'home' },
          android: { ttl: '3600s', priority: 'HIGH', collapse_key: 'order' },
        },
      },
    ]);
  });

  test('push through FCM, several messages: share an access token until a minute before its end', async () => {
    const { push, clock, tokensGiven } = google();
    await push.send('phone', MESSAGE);
    clock.pass(HOUR - 2 * MINUTE);
    await push.send('phone', MESSAGE);
    expect(tokensGiven()).toBe(1);
    clock.pass(MINUTE);
    await push.send('phone', MESSAGE);
    expect(tokensGiven()).toBe(2);
  });

  test('access token that Google ended early: the next message gets another', async () => {
    const { push, tokensGiven } = google([{ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } }]);
    expect(await push.send('phone', MESSAGE)).toEqual({ is: 'refused', code: 'UNAUTHENTICATED' });
    expect(await push.send('phone', MESSAGE)).toMatchObject({ is: 'taken' });
    expect(tokensGiven()).toBe(2);
  });

  const inSeconds = (seconds: number): number => MONDAY_MORNING + seconds * 1_000;
  test.each<[string, Answer, object]>([
    ['app removed', fcmError(404, 'UNREGISTERED'), { is: 'gone' }],
    ['wrong argument', fcmError(400, 'INVALID_ARGUMENT'), { is: 'refused', code: 'INVALID_ARGUMENT' }],
    ['token of another sender', fcmError(403, 'SENDER_ID_MISMATCH'), { is: 'refused', code: 'SENDER_ID_MISMATCH' }],
    ['quota', fcmError(429, 'QUOTA_EXCEEDED'), { is: 'notNow', code: 'QUOTA_EXCEEDED', after: inSeconds(60) }],
    [
      'overload with seconds',
      fcmError(503, 'UNAVAILABLE', { 'retry-after': '120' }),
      { is: 'notNow', code: 'UNAVAILABLE', after: inSeconds(120) },
    ],
    [
      'overload with a date',
      fcmError(503, 'UNAVAILABLE', { 'retry-after': new Date(inSeconds(300)).toUTCString() }),
      { is: 'notNow', code: 'UNAVAILABLE', after: inSeconds(300) },
    ],
    ['error within Google', fcmError(500, 'INTERNAL'), { is: 'unknown', code: 'INTERNAL' }],
    ['lost answer', 'lost', { is: 'unknown', code: 'ECONNRESET' }],
    ['answer without a name', { status: 200 }, { is: 'unknown', code: 'http 200' }],
  ])('push through FCM, %s: is read as documented', async (_case, answer, expected) => {
    expect(await google([answer]).push.send('phone', MESSAGE)).toEqual(expected);
  });

  test.each<[string, Answer, object]>([
    ['account that is unknown', { status: 400, body: { error: 'invalid_grant' } }, { is: 'refused', code: 'invalid_grant' }],
    ['token service away', { status: 503 }, { is: 'notNow', code: 'http 503', after: inSeconds(60) }],
    ['token service lost', 'lost', { is: 'notNow', code: 'ECONNRESET', after: inSeconds(60) }],
  ])('push through FCM, %s: no message was sent', async (_case, token, expected) => {
    const { push, messages } = google([], token);
    expect(await push.send('phone', MESSAGE)).toEqual(expected);
    expect(messages).toEqual([]);
  });

  test('key file of a service account: is read, and anything else is not', () => {
    const { projectId: project_id, clientEmail: client_email, privateKey: private_key } = ACCOUNT;
    const file = { type: 'service_account', project_id, client_email, private_key };
    expect(readServiceAccount(JSON.stringify(file))).toEqual(ACCOUNT);
    for (const wrong of ['', '[]', '{}', JSON.stringify({ ...file, type: 'authorized_user' }), JSON.stringify({ ...file, private_key: 1 })])
      expect(readServiceAccount(wrong), wrong).toBeNull();
  });
});

describe('verb push', () => {
  const run = async (args: string[], env: Record<string, string>): Promise<{ code: 0 | 1; lines: string[] }> => {
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    return { code: await runVerb(['push', ...args], { env, print: say, complain: say, onInterrupt: () => undefined }), lines };
  };
  afterAll(removeTemporaryFolders);
  const folder = temporaryFolder();
  const keyFile = join(folder, 'fcm.json');
  const { projectId: project_id, clientEmail: client_email, privateKey: private_key } = ACCOUNT;
  writeFileSync(keyFile, JSON.stringify({ type: 'service_account', project_id, client_email, private_key }));
  const REQUEST = ['phone', 'LN123456789', 'Your loan has news'];

  /** Replaces Google's server. The verb calls `fetch` itself, so `fetch` is replaced. @returns the messages that were sent to it. */
  function answering(message: Response): unknown[] {
    const messages: unknown[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (url === ACCOUNT.tokenUri) return Response.json({ access_token: 'token-1', expires_in: 3_599 });
      messages.push(await new Request(url as string, init).json());
      return message;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    return messages;
  }

  test('verb push, message taken: carries the number of the order for the shell, and the verb ends with 0', async () => {
    const messages = answering(Response.json({ name: 'projects/example-loan/messages/1' }));
    expect(await run(REQUEST, { FCM_KEY_FILE: keyFile, APP_NAME: 'Pesa' })).toEqual({
      code: 0,
      lines: ['Google took the message: projects/example-loan/messages/1.'],
    });
    expect(messages).toEqual([
      {
        message: {
          token: 'phone',
          notification: { title: 'Pesa', body: 'Your loan has news' },
          data: { orderNo: 'LN123456789' },
          android: { ttl: '86400s', priority: 'HIGH', collapse_key: 'order' },
        },
      },
    ]);
  });

  test('token of a removed app: ends with 1, and says that it is to be deleted', async () => {
    answering(Response.json({ error: { details: [{ errorCode: 'UNREGISTERED' }] } }, { status: 404 }));
    expect(await run(REQUEST, { FCM_KEY_FILE: keyFile })).toEqual({
      code: 1,
      lines: ['Google knows no phone with this token any more: delete it.'],
    });
  });

  test.each([
    [REQUEST, {}, 'FCM_KEY_FILE must name'],
    [REQUEST, { FCM_KEY_FILE: join(folder, 'none.json') }, 'FCM_KEY_FILE cannot be read'],
    [['phone', 'LN123456789'], { FCM_KEY_FILE: keyFile }, 'Name the registration token'],
  ])('push %j with %j: ends with 1 and one sentence', async (args, env, sentence) => {
    expect(await run(args, env as Record<string, string>)).toEqual({ code: 1, lines: [expect.stringMatching(`^${sentence}[^\\n]*\\.$`)] });
  });
});
