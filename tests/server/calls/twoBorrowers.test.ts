/**
 * Every call, sent by one borrower with every number of another: the answer contains no data of the other borrower, and no row
 * of the other borrower changes. A new call of the contract is included: `requestsOf` derives its request, or does not compile
 * until a request is written.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import { png } from '#tests/support/photoBytes.ts';
import { sendRaw } from '#tests/support/rawCalls.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import {
  isSignedIn,
  person,
  requestsOf,
  signInAgain,
  victims,
  type Known,
  type Person,
  type Victims,
} from '#tests/support/twoBorrowers.ts';

let lender: TestLender;
let theirs: Victims;
let attackers: Person[];

beforeAll(async () => {
  lender = await startLender();
  theirs = await victims(lender);
  attackers = [await person(lender, 'debtor'), await person(lender, 'applicant')];
});
afterAll(() => lender?.stop());

const names = Object.keys(contract) as CallName[];
const withFile = (name: CallName): { file?: Blob } =>
  contract[name].encoding === 'multipart' ? { file: new Blob([Uint8Array.from(png(640, 400))]) } : {};

/** Every number of a person, under every name that a field of any call has for it. */
const everywhere = (of: Known): object => ({
  ...of,
  picture: of.ticketPicture,
  pictures: [of.ticketPicture],
  user_id: Number(of.userId),
  id: of.deviceId,
});

/** Fields that name something of one borrower. Nobody else gets data about it. */
const NUMBERS = ['orderNo', 'payOrderId', 'extensionNo', 'ticketNo'];

/** The owner does get data with these numbers. Without this test the refusals above could come from wrong requests. */
it('victim who reads with the same numbers: gets the data that the attacker was refused', async () => {
  const [debtor] = theirs.people as [Person, Person];
  for (const name of [
    'getUserInfo',
    'repayOrderDetail',
    'lendingRecord',
    'voucherList',
    'portalRepaymentDetail',
    'feedbackMessages',
  ] as const) {
    const [payload = {}] = requestsOf(name, debtor);
    const answer = await sendRaw(lender.url, name, { payload, token: debtor.phone.token });
    expect(answer.code, name).toBe(CODE.ok);
    expect(theirs.leaks(JSON.stringify(answer.data)), name).not.toEqual([]);
  }
});

it("dump of the victims' rows: notices a change, a deletion and a new row", async () => {
  const { db } = lender.inside().store;
  const [debtor] = theirs.people as [Person, Person];
  const mine = { user_id: Number(debtor.userId), device_mac: 'planted', first_seen: 1, last_seen: 1 };
  await db.insertInto('account_device').values(mine).execute();
  expect(await theirs.complaints()).toEqual([expect.stringMatching(/^account_device: new: .*planted/)]);
  await db.deleteFrom('account_device').where('device_mac', '=', 'planted').execute();
  const { rating } = await db.selectFrom('ticket').select('rating').where('ticket_no', '=', debtor.ticketNo).executeTakeFirstOrThrow();
  await db.updateTable('ticket').set({ rating: 5 }).where('ticket_no', '=', debtor.ticketNo).execute();
  expect(await theirs.complaints()).toContainEqual(expect.stringMatching(/^ticket: changed or gone: /));
  await db.updateTable('ticket').set({ rating }).where('ticket_no', '=', debtor.ticketNo).execute();
  expect(await theirs.complaints()).toEqual([]);
});

describe('call with the numbers of another borrower', () => {
  it.each(names)('call %s with the numbers of another borrower: returns and changes no data of the other borrower', async (name) => {
    const isPublic = !contract[name].signedIn;
    for (const attacker of attackers) {
      // Logging out, or closing the account, ends the attacker's own session only.
      if (!(await isSignedIn(attacker))) await signInAgain(lender, attacker);
      for (const victim of theirs.people) {
        const requests = requestsOf(name, victim);
        const payloads: readonly object[] = [...requests, ...requests.map((one) => ({ ...everywhere(victim), ...one }))];
        for (const payload of payloads) {
          const headers = { deviceId: victim.deviceId, afid: victim.userId };
          for (const token of isPublic ? [attacker.phone.token, null] : [attacker.phone.token]) {
            const { code, msg, data } = await sendRaw(lender.url, name, { payload, token, headers, ...withFile(name) });
            expect(theirs.leaks(JSON.stringify({ msg, data })), `${name} ${JSON.stringify(payload)}`).toEqual([]);
            expect(code, name).not.toBe(CODE.serverError);
            if (requests.some((one) => NUMBERS.some((number) => number in one)))
              expect(code, `${name} ${JSON.stringify(payload)}`).not.toBe(CODE.ok);
          }
        }
      }
    }
    expect(await theirs.complaints()).toEqual([]);
  });
});
