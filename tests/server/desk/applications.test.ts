/** Applications and reviews at the desk: taken by one clerk, covered until a reason is given, decided once, escalated when late. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { GOOD_ANSWERS, type Borrower } from '#tests/support/lendingFixture.ts';
import { setTextingFixture } from '../lending/loanFixture.ts';
import { newRequestId, setCaseDesk } from './caseFixture.ts';

onEitherDatabase((engine) => {
  const fixture = setTextingFixture(engine);
  const desk = setCaseDesk(fixture);

  /** An application that the rules refer to a person. */
  async function referred(): Promise<{ b: Borrower; caseId: string }> {
    const b = await fixture.applied({ ...GOOD_ANSWERS, 2: 'yes' });
    await fixture.store.tx((tx) =>
      saveSection(
        tx,
        b.userId,
        'personalInfo',
        { firstName: 'Wanjiku', lastName: 'Kamau', nationalId: `3${b.msisdn.slice(-7)}` },
        fixture.clock.now(),
      ),
    );
    await fixture.pass(11 * MINUTE);
    return { b, caseId: `applications:${b.orderNo}` };
  }

  test('referred application: waits with its promise, is shown masked, and must be taken before an act', async () => {
    const { b, caseId } = await referred();
    const clerk = await desk.clerk('reviewer');
    const { answerLatestAt } = await fixture.order(b);
    expect(await clerk.waiting('applications')).toContainEqual(
      expect.objectContaining({
        caseId,
        promisedBy: answerLatestAt,
        isEscalated: false,
        takenBy: null,
        why: 'A credit bureau (CRB) lists the borrower.',
      }),
    );
    const shown = await clerk.open(caseId);
    expect(shown).toMatchObject({ isWaiting: true, orderNo: b.orderNo, acts: [], uncovered: [], borrower: { name: 'Wanjiku Kamau' } });
    expect(JSON.stringify(shown)).not.toContain(`3${b.msisdn.slice(-7)}`);
    expect(JSON.stringify(shown)).not.toContain(b.msisdn.slice(3));
    expect(await clerk.act(caseId, { name: 'approve' })).toMatchObject({ error: 'notTaken' });
    expect(await clerk.takeAndAct(caseId, { name: 'approve' })).toMatchObject({ data: { state: 'done', case: { acts: [] } } });
    expect((await fixture.order(b)).status).toBe(STATUS.confirm);
    expect(await clerk.act(caseId, { name: 'approve' })).toMatchObject({ error: 'tooLate' });
    expect(await desk.logged(caseId)).toEqual(['reviewer | look', 'reviewer | take', 'reviewer | approve']);
  });

  test('application that the rules have not decided yet, or that waits for photos: an act is refused with the reason', async () => {
    const b = await fixture.applied();
    const caseId = `applications:${b.orderNo}`;
    const clerk = await desk.clerk('reviewer', 'early');
    const approved = () => clerk.takeAndAct(caseId, { name: 'approve' });
    expect(await approved()).toMatchObject({
      error: 'notAllowed',
      message: expect.stringMatching(/^The rules have not decided/) as string,
    });
    const asked = await referred();
    await clerk.takeAndAct(asked.caseId, { name: 'askPhoto', sides: ['front'], words: 'The number cannot be read.' });
    expect(await clerk.takeAndAct(asked.caseId, { name: 'approve' })).toMatchObject({
      error: 'notAllowed',
      message: expect.stringMatching(/^The borrower was asked for new photos/) as string,
    });
  });

  test('two clerks take a case at once: one wins; the other may after half an hour, or after it is put back', async () => {
    const { caseId } = await referred();
    const [a, b] = [await desk.clerk('reviewer', 'anna'), await desk.clerk('reviewer', 'ben')];
    const answers = await Promise.all([a.take(caseId), b.take(caseId)]);
    expect(answers.map(({ error }) => error ?? 'taken').sort()).toEqual(['taken', 'takenByOther']);
    const [first, second] = answers[0].error === undefined ? [a, b] : [b, a];
    expect(await second.act(caseId, { name: 'approve' })).toMatchObject({ error: 'takenByOther' });
    expect((await second.waiting('applications')).find((item) => item.caseId === caseId)?.takenBy?.staffId).toBe(first.staffId);
    await first.call('putBack', { caseId, requestId: newRequestId() });
    expect(await second.take(caseId)).toMatchObject({ data: { acts: ['approve', 'reject', 'askPhoto'] } });
    // The session of the clerk who has the case ends by idleness.
    fixture.clock.pass(16 * MINUTE);
    expect(await (await desk.clerk('reviewer', 'carl')).take(caseId)).toMatchObject({ data: { caseId } });
  });

  test('ID number: is uncovered with a reason, in this session and case only, and logged by the name of the field', async () => {
    const { b, caseId } = await referred();
    const clerk = await desk.clerk('reviewer', 'dora');
    expect(await clerk.call('uncover', { caseId, what: 'idNumber', reason: 'compare' })).toMatchObject({ error: 'notTaken' });
    await clerk.take(caseId);
    const number = `3${b.msisdn.slice(-7)}`;
    expect(await clerk.call('uncover', { caseId, what: 'idNumber', reason: 'compare with the card' })).toMatchObject({
      data: { values: { nationalId: number } },
    });
    expect(JSON.stringify(await clerk.open(caseId))).toContain(number);
    expect(JSON.stringify(await (await desk.clerk('reviewer', 'dora')).open(caseId)), 'another session').not.toContain(number);
    expect(await desk.logged(caseId)).toContain('dora | uncover idNumber | compare with the card');
    expect(await clerk.picture(`photo-${b.orderNo}-front`), 'covered').toBe(403);
  });

  test('typed values at the desk: have the headings, labels and words of the form; of contacts only names and numbers are masked', async () => {
    const { b, caseId } = await referred();
    const { additionalInfo, personalInfo } = complete;
    await fixture.store.tx(async (tx) => {
      await saveSection(tx, b.userId, 'personalInfo', { ...personalInfo, nationalId: `3${b.msisdn.slice(-7)}` }, fixture.clock.now());
      await saveSection(tx, b.userId, 'additionalInfo', { ...additionalInfo, payFrequency: 'no longer offered' }, fixture.clock.now());
    });
    const shown = await (await desk.clerk('reviewer')).open(caseId);
    const lines = shown && 'lines' in shown ? shown.lines : [];
    const line = (field: string) => lines.find((one) => one.field === field);
    expect(line('gender')).toMatchObject({ group: 'About you', label: 'Gender', typed: 'Female' });
    expect(line('monthlySalary')).toMatchObject({ group: 'Your work', label: 'Monthly income', typed: 'KSh 15,000 to 29,999' });
    expect(line('2')).toMatchObject({ group: 'Your credit history', label: 'Are you listed with a credit bureau (CRB)?', typed: 'Yes' });
    expect(line('payFrequency')).toMatchObject({ typed: 'no longer offered' });
    expect(line('emergencyContactName1')).toMatchObject({ label: 'Name of contact 1', typed: '••••' });
    expect(line('emergencyContactMobile1')?.typed).toBe(`•••• ${additionalInfo['emergencyContactMobile1']?.slice(-4)}`);
    expect(line('emergencyContactRelation1')?.typed).toBe('Sibling');
    expect(lines.map(({ field }) => field)).toEqual([...new Set(lines.map(({ field }) => field))]);
  });

  test('reasons of a case: describe the borrower, and do not address them', async () => {
    const { b, caseId } = await referred();
    const shown = await (await desk.clerk('reviewer')).open(caseId);
    expect(shown).toMatchObject({ reasons: ['A credit bureau (CRB) lists the borrower.'] });
    expect(JSON.stringify(shown)).not.toContain('lists you');
    expect((await fixture.order(b)).referral).toContain('lists you');
  });

  test('application rejected with words: the borrower reads reason and words, the log holds the reason only', async () => {
    const { b, caseId } = await referred();
    const clerk = await desk.clerk('reviewer');
    await clerk.takeAndAct(caseId, { name: 'reject', reason: 'identity', words: 'Please bring the new card.' });
    expect((await fixture.order(b)).rejection?.reason).toBe('We could not confirm that the ID is yours. Please bring the new card.');
    expect((await desk.logged(caseId)).at(-1)).toBe('reviewer | reject | identity');
    expect(await clerk.open(caseId), 'opened again by its address').toMatchObject({ isWaiting: false });
    expect((await desk.logged(caseId)).join()).not.toContain('card');
  });

  test('new photo asked for: the borrower comes to the photos with the words, the promise pauses and begins again', async () => {
    const { b, caseId } = await referred();
    const clerk = await desk.clerk('reviewer');
    await clerk.takeAndAct(caseId, { name: 'askPhoto', sides: ['front'], words: 'The number cannot be read.' });
    expect(await fixture.order(b)).toMatchObject({
      status: STATUS.identityOcr,
      photos: { front: false, back: true, face: true },
      photoRequest: { sides: ['front'], words: 'The number cannot be read.' },
      answerLatestAt: null,
    });
    await fixture.settleDueWork();
    expect(fixture.textsTo(b).at(-1)).toMatch(/^We need new photos for your loan application/);
    await expect(fixture.lending.advance(b.userId, b.orderNo, 'identity.photographed', async () => {})).rejects.toMatchObject({
      key: 'lender.photosMissing',
    });
    fixture.clock.pass(HOUR);
    const again = await fixture.lending.advance(b.userId, b.orderNo, 'identity.photographed', async (tx) => {
      const photo = {
        user_id: b.userId,
        side: 'front' as const,
        order_id: null,
        storage_ref: 'again',
        mime: 'image/jpeg',
        width: 8,
        height: 6,
      };
      await tx
        .insertInto('photo')
        .values({ ...photo, verdict: null, saved_at: fixture.clock.now() })
        .execute();
    });
    expect(again).toMatchObject({ status: STATUS.applying, photoRequest: null, lateSince: null });
    expect(again.answerLatestAt).toBeGreaterThan(fixture.clock.now());
  });

  describe('promise that ends without a decision', () => {
    test('promise that ends without a decision: the application is escalated once, the borrower gets a text, and a person still decides', async () => {
      const { b, caseId } = await referred();
      fixture.clock.set((await fixture.order(b)).answerLatestAt!);
      await fixture.settleDueWork();
      await fixture.pass(2 * HOUR);
      expect(await fixture.order(b)).toMatchObject({ status: STATUS.applying, rejection: null });
      expect(fixture.textsTo(b).filter((text) => text.startsWith('We are late'))).toHaveLength(1);
      const clerk = await desk.clerk('reviewer');
      expect((await clerk.waiting('applications')).find((item) => item.caseId === caseId)).toMatchObject({ isEscalated: true });
      const counted = (await clerk.call('queues', {})).data?.find(({ queue }) => queue === 'applications');
      expect(counted?.escalated).toBeGreaterThan(0);
      await clerk.takeAndAct(caseId, { name: 'approve' });
      expect(await fixture.order(b)).toMatchObject({ status: STATUS.confirm, lateSince: null });
    });
  });

  test('review of a rejection, rejected again: is in a queue of its own, and the date of the next application stays', async () => {
    const { b, caseId } = await referred();
    await fixture.lending.decide(b.orderNo, 'reject', 'income');
    const { rejection } = await fixture.order(b);
    await fixture.lending.requestReview(b.userId, b.orderNo);
    const clerk = await desk.clerk('reviewer');
    expect((await clerk.waiting('applications')).map((item) => item.caseId)).not.toContain(caseId);
    const second = `secondLooks:${b.orderNo}`;
    expect((await clerk.open(second)) as object).toMatchObject({
      reasons: expect.arrayContaining([expect.stringMatching(/^Rejected before/)]) as string[],
    });
    await clerk.takeAndAct(second, { name: 'reject', reason: 'history', words: 'Thank you for asking.' });
    expect((await fixture.order(b)).rejection).toMatchObject({ reapplyOn: rejection?.reapplyOn, review: 'refused' });
  });

  test("case of the clerk's own number: is marked, and neither shown nor handled", async () => {
    const { b, caseId } = await referred();
    const own = await desk.clerk('reviewer', 'eve', { mobile: b.msisdn });
    expect((await own.waiting('applications')).find((item) => item.caseId === caseId)).toMatchObject({ isOwn: true });
    expect(await own.call('case', { caseId })).toMatchObject({ error: 'ownCase' });
    expect(await own.take(caseId)).toMatchObject({ error: 'ownCase' });
  });

  test('desk, other roles, unknown cases: are refused', async () => {
    const { b, caseId } = await referred();
    const payments = await desk.clerk('payments');
    expect(await payments.call('case', { caseId })).toMatchObject({ error: 'notAllowed' });
    expect(await payments.call('queue', { queue: 'applications', page: 0 })).toMatchObject({ error: 'notAllowed' });
    const reviewer = await desk.clerk('reviewer');
    expect(await reviewer.call('case', { caseId: 'applications:L000' })).toMatchObject({ error: 'unknownCase' });
    expect(await reviewer.call('case', { caseId: 'nonsense:L000' })).toMatchObject({ error: 'unknownCase' });
    expect(await reviewer.call('find', { query: `0${b.msisdn.slice(3)}`, reason: 'called' })).toMatchObject({ data: [{ caseId }] });
    expect(await reviewer.call('find', { query: 'L000', reason: 'called' })).toEqual({ data: [] });
  });

  test('log of an order: lists acts and actors, without typed texts; reading it is logged with the reason', async () => {
    const { b, caseId } = await referred();
    const clerk = await desk.clerk('reviewer');
    await clerk.takeAndAct(caseId, { name: 'reject', reason: 'bureau', words: 'Call me, Wanjiku' });
    const reason = 'the journey of a ticket';
    const { data } = await clerk.call('transitions', { orderNo: b.orderNo, reason });
    expect(data?.map(({ event, decidedBy }) => [event, decidedBy]).slice(-3)).toEqual([
      ['questionnaire.answered', null],
      ['lender.referred', null],
      ['lender.rejected', 'person'],
    ]);
    expect(data?.at(-1)).toMatchObject({ from: STATUS.applying, to: STATUS.reject, reason: 'bureau' });
    expect(JSON.stringify(data)).not.toMatch(/Wanjiku/);
    const log = await fixture.store.db.selectFrom('desk_log').select(['what', 'reason']).orderBy('id', 'desc').executeTakeFirst();
    expect(log).toEqual({ what: `transitions ${b.orderNo}`, reason });
  });

  test("log of an order that does not exist, or of the clerk's own number: is refused", async () => {
    const { b } = await referred();
    const clerk = await desk.clerk('support');
    expect(await clerk.call('transitions', { orderNo: 'L000', reason: 'called' })).toMatchObject({ error: 'unknownCase' });
    const own = await desk.clerk('support', 'eva', { mobile: b.msisdn });
    expect(await own.call('transitions', { orderNo: b.orderNo, reason: 'called' })).toMatchObject({ error: 'ownCase' });
  });

  test('line of the log of an order: cannot be changed', async () => {
    await referred();
    await expect(fixture.store.db.updateTable('order_event').set({ event: 'lender.approved' }).execute()).rejects.toThrow(
      'order_event is append only',
    );
    await expect(sql`truncate order_event`.execute(fixture.store.db)).rejects.toThrow('append only');
  });

  test('repeated act: is answered as before, and done once', async () => {
    const { b, caseId } = await referred();
    const clerk = await desk.clerk('reviewer');
    await clerk.take(caseId);
    const requestId = newRequestId();
    const answers = [await clerk.act(caseId, { name: 'approve' }, requestId), await clerk.act(caseId, { name: 'approve' }, requestId)];
    expect(answers[1]).toEqual(answers[0]);
    await fixture.settleDueWork();
    expect(fixture.textsTo(b).filter((text) => text.includes('is approved'))).toHaveLength(1);
  });
});
