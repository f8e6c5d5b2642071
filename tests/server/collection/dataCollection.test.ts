/** Data of the phone is stored only when it is requested and agreed to, and is deleted when the application is answered. */
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { DATA_KINDS, type DataKind } from '#machines/model/collection.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import type { Borrower } from '#tests/support/lendingFixture.ts';
import { refusedWith, secret, setCollecting } from './collectionFixture.ts';

onEitherDatabase((engine) => {
  const fixture = setCollecting(engine);

  const tokenOf = async ({ userId, orderNo }: Borrower) => (await fixture.collection.grant(userId, orderNo))?.token ?? 'none';
  const heldOf = async ({ userId, orderNo }: Borrower) => (await fixture.collection.read(userId, orderNo))?.held;
  /** An applicant whose data of these kinds was requested, agreed to and uploaded. */
  async function shared(...kinds: DataKind[]): Promise<Borrower> {
    const person = await fixture.applicant();
    await fixture.collection.ask(person.orderNo, kinds);
    await fixture.collection.answer(person.userId, person.orderNo, Object.fromEntries(kinds.map((kind) => [kind, true])));
    for (const kind of kinds) await fixture.collection.receive(await tokenOf(person), person.orderNo, kind, '["canary"]');
    return person;
  }

  describe('upload of a phone', () => {
    it('upload, kind requested and agreed to: is stored; any other kind: is refused', async () => {
      const person = await fixture.applicant();
      const { userId, orderNo } = person;
      expect([await fixture.collection.read(userId, orderNo), await fixture.collection.grant(userId, orderNo)]).toEqual([null, null]);
      await fixture.collection.ask(orderNo, ['contact', 'sms']);
      expect(await fixture.collection.grant(userId, orderNo)).toBeNull();
      await fixture.collection.answer(userId, orderNo, { contact: true, sms: false, location: true });
      expect(await fixture.collection.read(userId, orderNo)).toMatchObject({ consents: { contact: true, sms: false }, held: [] });
      const grant = await fixture.collection.grant(userId, orderNo);
      expect(grant?.kinds).toEqual(['contact']);
      for (const kind of DATA_KINDS.filter((one) => one !== 'contact'))
        await expect(fixture.collection.receive(grant!.token, orderNo, kind, '[]'), kind).rejects.toEqual(refusedWith(CODE.orderRefused));
      await fixture.collection.receive(grant!.token, orderNo, 'contact', '[]');
      expect(await heldOf(person)).toEqual(['contact']);
    });

    it('upload token: authorises one order for 15 minutes', async () => {
      const [person, other] = [await fixture.applicant(), await fixture.applicant()];
      for (const one of [person, other]) {
        await fixture.collection.ask(one.orderNo, ['contact']);
        await fixture.collection.answer(one.userId, one.orderNo, { contact: true });
      }
      const token = await tokenOf(person);
      const forged = `${Number(token.split('.')[0]) + DAY}.${token.split('.')[1]}`;
      for (const wrong of [await tokenOf(other), forged, '', 'x', '1.'])
        await expect(fixture.collection.receive(wrong, person.orderNo, 'contact', '[]')).rejects.toEqual(refusedWith(CODE.tokenInvalid));
      fixture.clock.pass(15 * MINUTE);
      await expect(fixture.collection.receive(token, person.orderNo, 'contact', '[]')).rejects.toEqual(refusedWith(CODE.tokenInvalid));
      expect(await fixture.collection.grant(other.userId, person.orderNo).catch((error: unknown) => error)).toEqual(
        refusedWith(CODE.orderNotFound),
      );
    });

    it('upload: is encrypted, and a second upload replaces the first', async () => {
      const person = await shared('sms');
      await fixture.collection.receive(await tokenOf(person), person.orderNo, 'sms', '["canary"]');
      const rows = await fixture.store.db
        .selectFrom('collected as c')
        .innerJoin('loan_order as o', 'o.id', 'c.order_id')
        .select(['c.encrypted', 'o.id'])
        .where('o.order_no', '=', person.orderNo)
        .execute();
      expect(rows).toHaveLength(1);
      expect(Buffer.from(rows[0]!.encrypted).includes('canary')).toBe(false);
      expect(secret.decrypt('collection', rows[0]!.encrypted, `${rows[0]!.id} sms`).toString()).toBe('["canary"]');
    });

    it('upload, last kind arrives: the status is "done"; failure reported: the failure is stored', async () => {
      const person = await fixture.applicant();
      const { userId, orderNo } = person;
      await fixture.collection.ask(orderNo, ['contact', 'device']);
      await fixture.collection.answer(userId, orderNo, { contact: true, device: true });
      expect((await fixture.collection.report(userId, orderNo, 1))?.status).toBe(1);
      await fixture.collection.receive(await tokenOf(person), orderNo, 'contact', '[]');
      expect((await fixture.collection.read(userId, orderNo))?.status).toBe(1);
      await fixture.collection.receive(await tokenOf(person), orderNo, 'device', '{}');
      expect((await fixture.collection.read(userId, orderNo))?.status).toBe(0);
      expect((await fixture.collection.report(userId, orderNo, 1))?.status).toBe(0);
      expect((await fixture.collection.report(userId, orderNo, -1))?.status).toBe(-1);
    });
  });

  describe('withdrawn consent', () => {
    it('consent, one kind withdrawn: its data is deleted at once, and every answer is kept as proof', async () => {
      const person = await shared('contact', 'location');
      await fixture.collection.answer(person.userId, person.orderNo, { contact: false });
      expect(await heldOf(person)).toEqual(['location']);
      const words = await fixture.store.db
        .selectFrom('collection_consent as w')
        .innerJoin('loan_order as o', 'o.id', 'w.order_id')
        .select(['w.kind', 'w.agreed'])
        .where('o.order_no', '=', person.orderNo)
        .orderBy('w.id')
        .execute();
      expect(words).toEqual([
        { kind: 'contact', agreed: true },
        { kind: 'location', agreed: true },
        { kind: 'contact', agreed: false },
      ]);
    });

    it('consent, application answered: a withdrawal is stored, an agreement is not', async () => {
      const person = await shared('contact');
      await fixture.send(person);
      await fixture.lending.decide(person.orderNo, 'approve');
      await fixture.collection.answer(person.userId, person.orderNo, { contact: false });
      await fixture.collection.answer(person.userId, person.orderNo, { contact: true });
      expect((await fixture.collection.read(person.userId, person.orderNo))?.consents).toEqual({ contact: false });
      expect(await fixture.collection.grant(person.userId, person.orderNo)).toBeNull();
    });
  });

  describe('the desk', () => {
    it('desk, application sent: a request for data is refused', async () => {
      const person = await fixture.applicant();
      await fixture.send(person);
      await expect(fixture.collection.ask(person.orderNo, ['contact'])).rejects.toEqual(refusedWith(CODE.orderRefused));
    });

    it('desk, request withdrawn: the data is deleted', async () => {
      const person = await shared('contact', 'sms');
      await fixture.collection.ask(person.orderNo, ['sms']);
      expect(await fixture.collection.read(person.userId, person.orderNo)).toMatchObject({ consents: { sms: true }, held: ['sms'] });
    });
  });

  describe('collected data', () => {
    const decisions = {
      approved: (person: Borrower) => fixture.lending.decide(person.orderNo, 'approve'),
      rejected: (person: Borrower) => fixture.lending.decide(person.orderNo, 'reject'),
    };
    it.each(Object.entries(decisions))('collected data, application %s: is deleted at once', async (_, decide) => {
      const person = await shared('contact', 'sms');
      await fixture.send(person);
      expect(await heldOf(person)).toEqual(['contact', 'sms']);
      const other = await shared('sms');
      await decide(person);
      expect([await heldOf(person), await heldOf(other)]).toEqual([[], ['sms']]);
    });

    it('collected data, application withdrawn: is deleted at once', async () => {
      const person = await shared('contact');
      await fixture.lending.decline(person.userId, person.orderNo);
      expect(await heldOf(person)).toEqual([]);
    });

    it('collected data, application never sent: is deleted on the announced day', async () => {
      const person = await shared('contact');
      const deletedBy = (await fixture.lending.order(person.userId, person.orderNo)).collection?.deletedBy ?? 0;
      expect(deletedBy).toBeGreaterThan(fixture.clock.now());
      fixture.clock.set(deletedBy - 1);
      await fixture.collection.deleteOverdue();
      expect(await heldOf(person)).toEqual(['contact']);
      fixture.clock.set(deletedBy);
      await fixture.collection.deleteOverdue();
      expect(await heldOf(person)).toEqual([]);
    });

    it('collected data, application sent: is deleted on the latest day of the answer', async () => {
      const person = await fixture.applicant();
      await fixture.collection.ask(person.orderNo, ['contact']);
      await fixture.collection.answer(person.userId, person.orderNo, { contact: true });
      const { answerLatestAt } = await fixture.send(person);
      await fixture.collection.receive(await tokenOf(person), person.orderNo, 'contact', '[]');
      expect((await fixture.lending.order(person.userId, person.orderNo)).collection?.deletedBy).toBe(answerLatestAt);
    });
  });
});
