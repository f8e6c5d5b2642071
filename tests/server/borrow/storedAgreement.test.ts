/** The agreement: its content, and that an accepted agreement never changes. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { readableVersion } from '#machines/model/agreementVersion.ts';
import { DAY } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Agreement } from '#machines/model/order.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { agreementPdf } from '#server/borrow/agreement/agreementPdf.ts';
import { createLending } from '#server/lending/createLending.ts';
import { eraseBorrower } from '#server/policies/erase.ts';
import { encryptValue } from '#server/store/rowEncryption.ts';
import { firstLoan } from '#src/market/products.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { consentTo, lendingConfig, OPEN_GATE, type Borrower } from '#tests/support/lendingFixture.ts';
import { pdfText } from '#tests/support/pdfText.ts';
import { refusal, setLoanFixture } from '../lending/loanFixture.ts';

/** Every word of the text, as the page and the PDF show it. */
const wordsOf = ({ title, sections }: Agreement): string[] =>
  [
    title,
    ...sections.flatMap(({ heading, facts = [], lines = [], body }) => [
      heading,
      ...[...facts, ...lines].flatMap(({ label, value }) => [label, value]),
      body,
    ]),
  ]
    .join(' ')
    .replace(/\u2212/g, '\u2013')
    .split(/[\s\u00A0]+/);

onEitherDatabase((engine) => {
  const fixture = setLoanFixture(engine);

  /** A borrower with name and ID number and an open offer. */
  async function offered(): Promise<Borrower> {
    const borrower = await fixture.approved();
    await fixture.store.tx((tx) =>
      saveSection(
        tx,
        borrower.userId,
        'personalInfo',
        { firstName: 'Wanjiku', middleName: 'Njeri', lastName: 'Kamau', nationalId: '12345678' },
        fixture.clock.now(),
      ),
    );
    return borrower;
  }

  async function accepted(language: 'en' | 'es' | 'sw' = 'en'): Promise<Borrower> {
    const borrower = await offered();
    await fixture.lending.getMoney(
      borrower.userId,
      await consentTo(fixture.lending, borrower.userId, borrower.orderNo),
      OPEN_GATE,
      language,
    );
    return borrower;
  }

  const fileOf = async ({ userId, orderNo }: Borrower, lending = fixture.lending): Promise<Buffer> => {
    const file = await lending.agreementFile(userId, orderNo);
    if (!file) throw new Error('there is no file');
    return file;
  };

  const consentOf = async ({ orderNo }: Borrower) =>
    fixture.store.db
      .selectFrom('consent')
      .innerJoin('loan_order', 'loan_order.id', 'consent.order_id')
      .select(['consent.id', 'order_id', 'consent.at', 'document_sealed', 'document_sha256', 'key_facts_sealed'])
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();

  describe('agreement, offer open', () => {
    test.each(LANGUAGES)('agreement, offer open, %s: names both parties, the licence and where to complain', async (language) => {
      const { userId, orderNo } = await offered();
      const text = await fixture.lending.agreement(userId, orderNo, language);
      const words = wordsOf(text).join(' ');
      const { company, email } = lendingConfig.lender;
      const facts = [orderNo, 'Wanjiku Njeri Kamau', '12345678', company.name, company.address, company.licence, company.regulator];
      for (const fact of [...facts, company.regulatorContact, company.dataOfficerEmail, email, 'www.odpc.go.ke'])
        expect(words).toContain(fact);
      expect(text.accepted ?? null).toBeNull();
      expect(await fixture.lending.agreementFile(userId, orderNo)).toBeNull();
    });

    test('agreement, borrower or lender named differently: has another version', async () => {
      const { userId, orderNo } = await offered();
      const { agreementVersion } = await fixture.lending.offer(userId, orderNo);
      const { lender } = lendingConfig;
      const renamed = createLending(fixture.store, fixture.clock, fixture.rail, {
        ...lendingConfig,
        lender: { ...lender, company: { ...lender.company, name: 'Another Limited' } },
      });
      const consent = await consentTo(fixture.lending, userId, orderNo);
      expect((await renamed.offer(userId, orderNo)).agreementVersion).not.toBe(agreementVersion);
      await expect(renamed.getMoney(userId, consent, OPEN_GATE)).rejects.toEqual(refusal(CODE.orderRefused, 'lender.termsChanged'));
    });

    test('agreement, lender with phone and WhatsApp: names both', async () => {
      const { userId, orderNo } = await offered();
      const lender = { ...lendingConfig.lender, phone: '0800 123 456', whatsapp: '254712345678' };
      const reachable = createLending(fixture.store, fixture.clock, fixture.rail, { ...lendingConfig, lender });
      const words = wordsOf(await reachable.agreement(userId, orderNo, 'en')).join(' ');
      expect(words).toContain('0800 123 456');
      expect(words).toContain('+254 712 345 678');
      expect(wordsOf(await fixture.lending.agreement(userId, orderNo, 'en')).join(' ')).not.toContain('WhatsApp');
    });

    test('agreement, fee for each day: says so', async () => {
      const { userId, orderNo } = await offered();
      const daily = JSON.stringify({ ...firstLoan, fee: { rate: 1, mode: 'daily' } });
      await sql`update loan_order set contract = jsonb_set(contract, '{product}', ${daily}::jsonb) where order_no = ${orderNo}`.execute(
        fixture.store.db,
      );
      expect(wordsOf(await fixture.lending.agreement(userId, orderNo, 'en')).join(' ')).toContain('Processing fee, 0.01% a day');
    });
  });

  describe('agreement accepted', () => {
    test.each(LANGUAGES)('agreement accepted, %s: the PDF has every word of the text, and when it was accepted', async (language) => {
      const borrower = await offered();
      const text = await fixture.lending.agreement(borrower.userId, borrower.orderNo, language);
      const { agreementVersion } = await fixture.lending.offer(borrower.userId, borrower.orderNo);
      await fixture.lending.getMoney(
        borrower.userId,
        await consentTo(fixture.lending, borrower.userId, borrower.orderNo),
        OPEN_GATE,
        language,
      );
      const file = await fileOf(borrower);
      expect(file.subarray(0, 5).toString()).toBe('%PDF-');
      const shown = pdfText(file);
      // A word with a hyphen may be broken into two lines, so blanks are removed before comparing.
      const drawn = shown.replace(/\s/g, '');
      const whole = text.sections.flatMap(({ heading, facts = [], lines = [] }) => [
        heading,
        ...[...facts, ...lines].flatMap(({ label, value }) => [label, value]),
      ]);
      const squeezed = whole.map((one) => one.replace(/\u2212/g, '\u2013').replace(/[\s\u00A0]+/g, ''));
      expect([...squeezed, ...wordsOf(text)].filter((one) => !drawn.includes(one))).toEqual([]);
      expect(shown).toContain(readableVersion(agreementVersion));
      expect(shown).toMatch(/\d\d:\d\d \(Nairobi\)/);
      expect(shown).not.toContain('?');
    });

    test('agreement accepted, language and settings changed since: text and PDF are those that were accepted', async () => {
      const borrower = await offered();
      const { userId, orderNo } = borrower;
      const { accepted: _none, ...text } = await fixture.lending.agreement(userId, orderNo, 'sw');
      const at = fixture.clock.now();
      await fixture.lending.getMoney(userId, await consentTo(fixture.lending, userId, orderNo), OPEN_GATE, 'sw');
      const file = await fileOf(borrower);
      fixture.clock.pass(3 * DAY);
      const { lender } = lendingConfig;
      const later = createLending(fixture.store, fixture.clock, fixture.rail, {
        ...lendingConfig,
        lender: { ...lender, company: { ...lender.company, name: 'Another Limited' } },
      });
      expect(await later.agreement(userId, orderNo, 'en')).toEqual({ ...text, accepted: { at, language: 'sw' } });
      expect(file.equals(await fileOf(borrower, later))).toBe(true);
      expect((await later.statement(userId, orderNo)).agreedAt).toBe(at);
    });

    test('agreement accepted, the same text drawn again: has the same bytes', async () => {
      const { userId, orderNo } = await offered();
      const agreement = await fixture.lending.agreement(userId, orderNo, 'en');
      const of = { agreement, language: 'en', by: 'borrower', dueDate: '2026-02-19', lender: 'Lender', borrower: 'Borrower' } as const;
      const [first, second, other] = await Promise.all([1, 1, 2].map((at) => agreementPdf({ ...of, at })));
      expect(first?.equals(second as Buffer)).toBe(true);
      expect(first?.equals(other as Buffer)).toBe(false);
    });

    test('agreement accepted, another borrower: gets neither text nor PDF', async () => {
      const { orderNo } = await accepted();
      const stranger = await fixture.approved();
      const none = refusal(CODE.orderNotFound, 'lender.orderNotFound');
      await expect(fixture.lending.agreement(stranger.userId, orderNo, 'en')).rejects.toEqual(none);
      await expect(fixture.lending.agreementFile(stranger.userId, orderNo)).rejects.toEqual(none);
    });

    test('agreement accepted: due work stores the PDF, and the draw does not wait for it', async () => {
      await fixture.lending.runDue();
      const borrower = await accepted();
      expect(await consentOf(borrower)).toMatchObject({ document_sealed: null, document_sha256: null });
      expect(await fixture.lending.runDue()).toMatchObject({ documents: 1, errors: [] });
      const { document_sha256 } = await consentOf(borrower);
      expect(document_sha256).toBe(
        createHash('sha256')
          .update(await fileOf(borrower))
          .digest('hex'),
      );
      expect(await fixture.lending.runDue()).toMatchObject({ documents: 0 });
    });

    test('agreement accepted, several requests for the PDF before due work: all get the stored bytes', async () => {
      const borrower = await accepted();
      const [first, ...others] = await Promise.all([
        fileOf(borrower),
        fileOf(borrower),
        fixture.lending.runDue().then(() => fileOf(borrower)),
      ]);
      for (const other of others) expect(first.equals(other)).toBe(true);
      expect((await consentOf(borrower)).document_sha256).toBe(createHash('sha256').update(first).digest('hex'));
    });

    test('agreements accepted, one that cannot be read: the others are stored, and the error is reported', async () => {
      await fixture.lending.runDue();
      const [broken, whole] = [await accepted(), await accepted()];
      const { id } = await consentOf(broken);
      await fixture.store.db
        .updateTable('consent')
        .set({ key_facts_sealed: Buffer.from('nonsense') })
        .where('id', '=', id)
        .execute();
      const { documents, errors } = await fixture.lending.runDue();
      expect([documents, errors.length]).toEqual([1, 1]);
      expect((await consentOf(whole)).document_sha256).not.toBeNull();
      expect((await consentOf(broken)).document_sha256).toBeNull();
      await fixture.store.db.updateTable('consent').set({ key_facts_sealed: null }).where('id', '=', id).execute();
      expect(await fixture.lending.runDue()).toMatchObject({ documents: 0, errors: [] });
    });

    test('stored agreement, change in the database: is refused', async () => {
      const borrower = await accepted();
      await fileOf(borrower);
      const { id } = await consentOf(borrower);
      const { db } = fixture.store;
      const change = (set: object) => db.updateTable('consent').set(set).where('id', '=', id).execute();
      const fixed = [{ terms: '{}' }, { at: 1 }, { agreement_version: 'x' }, { given_by: 'clock' }];
      for (const set of fixed) await expect(change(set), JSON.stringify(set)).rejects.toThrow('a consent does not change');
      for (const document_sha256 of ['x', null])
        await expect(change({ document_sha256 }), String(document_sha256)).rejects.toThrow('a stored agreement does not change');
    });

    test('stored agreement, replaced by other bytes: is not served', async () => {
      const borrower = await accepted();
      await fileOf(borrower);
      const { id, order_id, at } = await consentOf(borrower);
      await fixture.store.tx(async (tx) => {
        const forged = encryptValue(tx, 'consent.document_sealed', [order_id, at], Buffer.from('%PDF-forged').toString('base64'));
        await tx.updateTable('consent').set({ document_sealed: forged }).where('id', '=', id).execute();
      });
      await expect(fileOf(borrower)).rejects.toThrow('a stored agreement differs from its hash');
    });

    test('consent of a release without PDFs: its PDF is made once from the stored text', async () => {
      const borrower = await accepted();
      const file = await fileOf(borrower);
      expect(pdfText(file)).toContain('Wanjiku Njeri Kamau');
      expect((await consentOf(borrower)).document_sha256).toBe(createHash('sha256').update(file).digest('hex'));
      fixture.clock.pass(DAY);
      expect(file.equals(await fileOf(borrower))).toBe(true);
    });

    test('agreement accepted, account closed: text and PDF are erased, the hash of the PDF stays', async () => {
      const borrower = await fixture.lent();
      const before = await consentOf(borrower);
      expect(before.document_sealed).not.toBeNull();
      await fixture.store.tx((tx) => eraseBorrower(tx, borrower.userId, fixture.clock.now()));
      expect(await consentOf(borrower)).toMatchObject({
        document_sealed: null,
        key_facts_sealed: null,
        document_sha256: before.document_sha256,
      });
    });
  });
});
