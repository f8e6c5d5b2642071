/** A national ID number belongs to one borrower. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { CODE, type Problem } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { claimEarlierIds } from '#server/apply/idClaims.ts';
import { keepReading } from '#server/apply/reader/cardReadings.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { givenEverything, type Applicant } from '#tests/support/applying.ts';
import { GOOD_ANSWERS } from '#tests/support/lendingFixture.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { clerkOf, reject } from '#tests/support/testClerks.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender({ reads: true });
});
afterAll(() => lender?.stop());

let borrowers = 0;
let numbers = 40_000_000;
const newNumber = (): string => String(++numbers);
const newApplicant = (at = lender): Promise<Applicant> => givenEverything(at, `2547220000${String(++borrowers).padStart(2, '0')}`);

const type = ({ phone, orderNo }: Applicant, nationalId: string): Promise<unknown> =>
  phone.call('saveBasicInfoMarket', { orderNo, values: { ...complete.personalInfo, nationalId } });
const send = ({ phone, orderNo }: Applicant): Promise<unknown> => phone.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS });
const statusOf = async ({ phone }: Applicant): Promise<number | undefined> => (await phone.call('latestOrder', {})).order?.status;

/** Stores the card as the reader would have read it from the borrower's photo. */
async function showCard({ session, orderNo }: Applicant, number: string): Promise<void> {
  const { store, clock } = lender.inside();
  const { id } = await store.db.selectFrom('loan_order').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow();
  const card = { number, name: 'AMINA WANJIKU', birthday: '1992-03-15' };
  await store.tx((tx) => keepReading(tx, { userId: Number(session.userId), orderId: id, card, at: clock.now() }));
}

const refused = async (call: Promise<unknown>): Promise<Problem> => {
  const problem = (await call.then(
    () => null,
    (error: unknown) => error,
  )) as Problem;
  expect(problem).toMatchObject({ code: CODE.idTaken });
  return problem;
};

describe('number of another borrower', () => {
  it('card read and application sent: a second account that types the number is refused, with a message that names nobody', async () => {
    const [first, second, number] = [await newApplicant(), await newApplicant(), newNumber()];
    await type(first, number);
    await showCard(first, number);
    await send(first);
    const { message, fields } = await refused(type(second, number));
    expect(fields).toEqual({ nationalId: message });
    expect(message).toMatch(/Help and messages: a person will help you/);
    expect(message).not.toMatch(/account|borrower|another|already|\d/);
    const { sections } = await second.phone.call('getUserInfo', {});
    expect(sections.personalInfo?.['nationalId'], 'nothing was saved').toBe(second.session.mobile.slice(-8));
  });

  it('ID number typed by two borrowers, not sent: refuses neither, and of two applications sent at once one is accepted', async () => {
    const [first, second, number] = [await newApplicant(), await newApplicant(), newNumber()];
    await type(first, number);
    await type(second, number);
    await type(first, number);
    const done = await Promise.allSettled([send(first), send(second)]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [loser, winner] = done[0]?.status === 'rejected' ? [first, second] : [second, first];
    expect(await statusOf(winner)).toBe(STATUS.applying);
    expect(await statusOf(loser), 'nothing is lost').toBe(STATUS.question);
    await refused(send(loser));
    await type(loser, newNumber());
    await expect(send(loser), 'with the own number').resolves.toBeDefined();
  });

  it("ID number sent by a stranger without the card: the owner's card gets the number, and a person decides about the stranger", async () => {
    const [stranger, owner, number] = [await newApplicant(), await newApplicant(), newNumber()];
    await type(stranger, number);
    await send(stranger);
    await type(owner, number);
    await refused(send(owner));
    await showCard(owner, number);
    await send(owner);
    await lender.sandbox.advance(11 * MINUTE);
    expect(await statusOf(stranger)).toBe(STATUS.applying);
    expect(await clerkOf(lender, 'reviewer').open(`applications:${stranger.orderNo}`)).toMatchObject({
      reasons: expect.arrayContaining(['Another account uses the same ID number.']) as string[],
    });
    expect(await statusOf(owner)).toBe(STATUS.confirm);
  });

  it('number of another borrower, application withdrawn: the number is free again', async () => {
    const [first, second, number] = [await newApplicant(), await newApplicant(), newNumber()];
    await type(first, number);
    await send(first);
    await type(second, number);
    await refused(send(second));
    await lender.sandbox.advance(11 * MINUTE);
    await first.phone.call('cancelDrawMoney', { orderNo: first.orderNo });
    await expect(send(second)).resolves.toBeDefined();
  });

  it('account closed after a rejection: the ID number cannot reapply before its day, not with another phone number either', async () => {
    const [first, second, number] = [await newApplicant(), await newApplicant(), newNumber()];
    await type(first, number);
    await send(first);
    await reject(lender, first.orderNo);
    await first.phone.call('cancelAccount', { reason: 'other' });
    const { store, clock } = lender.inside();
    const left = await store.db.selectFrom('app_user').select('id').where('msisdn', '=', first.session.mobile).execute();
    expect(left, 'the account is closed').toEqual([]);
    await refused(type(second, number));
    const { until } = await store.db
      .selectFrom('held_number')
      .select(sql<string>`max(until)`.as('until'))
      .executeTakeFirstOrThrow();
    await lender.sandbox.advance(Date.parse(`${until}T12:00:00+03:00`) - clock.now());
    const third = await newApplicant();
    await expect(type(third, number)).resolves.toBeDefined();
  });

  it('many ID numbers tried by one borrower: are refused after five', async () => {
    const [first, second, number] = [await newApplicant(), await newApplicant(), newNumber()];
    await type(first, number);
    await showCard(first, number);
    await send(first);
    for (let n = 0; n < 5; n++) await refused(type(second, number));
    await expect(type(second, number)).rejects.toMatchObject({ code: CODE.tooManyRequests });
    const { count } = await lender
      .inside()
      .store.db.selectFrom('security_event')
      .select((q) => q.fn.countAll<number>().as('count'))
      .where('kind', '=', 'id.refused')
      .executeTakeFirstOrThrow();
    expect(count).toBeGreaterThanOrEqual(5);
  });

  it('database of a release without ID claims: sent applications have their claims after the next start', async () => {
    const [first, second, number] = [await newApplicant(), await newApplicant(), newNumber()];
    await type(first, number);
    await send(first);
    const { store, clock } = lender.inside();
    await store.db.deleteFrom('id_claim').execute();
    await store.db.deleteFrom('setting').where('key', '=', 'id numbers claimed').execute();
    await claimEarlierIds(store, clock.now());
    await type(second, number);
    await refused(send(second));
  });
});

describe('ID number at a lender without a reader', () => {
  it('ID number of a sent application, lender without a reader: is refused when somebody else types it', async () => {
    const other = await startLender();
    try {
      const [first, second, number] = [await newApplicant(other), await newApplicant(other), newNumber()];
      await type(first, number);
      await send(first);
      await refused(type(second, number));
    } finally {
      await other.stop();
    }
  });
});
