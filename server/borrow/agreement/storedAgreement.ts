/**
 * The accepted agreement. Its text is stored with the consent, as the borrower read it. Its PDF is made from the text and
 * stored a moment later. Neither ever changes.
 */
import { createHash } from 'node:crypto';
import type { Agreement } from '#machines/model/order.ts';
import type { OrderRow } from '#server/books/orders.ts';
import type { ConsentTable, KeyFacts } from '#server/store/schema/index.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { Db } from '#server/store/store.ts';
import type { Selectable } from 'kysely';
import { makeDocument } from './documents.ts';

type StoredConsent = Pick<Selectable<ConsentTable>, 'id' | 'order_id' | 'given_by' | 'at' | 'document_sealed' | 'document_sha256'> & {
  facts: KeyFacts;
};

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const CONSENT_COLUMNS = ['id', 'order_id', 'given_by', 'at', 'key_facts_sealed', 'document_sealed', 'document_sha256'] as const;

/** @returns null when the consent is older than the stored texts, or when the account was closed. */
function openConsent(
  db: Db,
  { key_facts_sealed: encrypted, ...consent }: Pick<Selectable<ConsentTable>, (typeof CONSENT_COLUMNS)[number]>,
): StoredConsent | null {
  if (encrypted === null) return null;
  return { ...consent, facts: decryptValue<KeyFacts>(db, 'consent.key_facts_sealed', [consent.order_id, consent.at], encrypted) };
}

async function lastConsent(db: Db, orderId: number): Promise<StoredConsent | null> {
  const row = await db
    .selectFrom('consent')
    .select(CONSENT_COLUMNS)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? openConsent(db, row) : null;
}

/** Makes the PDF, and stores it unless one was stored meanwhile. Both are equal, because the stored facts do not change. */
async function storeDocument(db: Db, { id, order_id, given_by, at, facts }: StoredConsent): Promise<void> {
  const { agreement, language, offer, parties = { lender: '', borrower: '' } } = facts;
  const pdf = await makeDocument({ agreement, language, by: given_by, at, dueDate: offer.dueDate, ...parties });
  await db
    .updateTable('consent')
    .set({
      document_sealed: encryptValue(db, 'consent.document_sealed', [order_id, at], pdf.toString('base64')),
      document_sha256: hashOf(pdf),
    })
    .where('id', '=', id)
    .where('document_sha256', 'is', null)
    // If the account was closed meanwhile, the PDF is not stored.
    .where('key_facts_sealed', 'is not', null)
    .execute();
}

/** Most documents in one round of due work. */
const AT_ONCE = 10;

/**
 * Makes the missing documents: of recent draws, and of consents that an earlier release stored without a document. The newest
 * come first, so that a document that cannot be made does not block new ones.
 * @returns how many were made, and whether more are missing.
 */
export async function storeDocuments(db: Db, failed: (error: unknown) => void): Promise<{ made: number; isMore: boolean }> {
  const rows = await db
    .selectFrom('consent')
    .select(CONSENT_COLUMNS)
    .where('document_sha256', 'is', null)
    .where('key_facts_sealed', 'is not', null)
    .orderBy('id', 'desc')
    .limit(AT_ONCE)
    .execute();
  let made = 0;
  for (const row of rows) {
    try {
      const consent = openConsent(db, row);
      if (consent) await storeDocument(db, consent);
      made++;
    } catch (error) {
      failed(error);
    }
  }
  return { made, isMore: made === AT_ONCE };
}

/** The accepted text, in its language; null: nothing was accepted, or the consent is older than the stored texts. */
export async function acceptedAgreement(db: Db, row: OrderRow): Promise<Agreement | null> {
  const consent = await lastConsent(db, row.id);
  if (!consent) return null;
  const { agreement, language } = consent.facts;
  return { ...agreement, accepted: { at: consent.at, language } };
}

/**
 * The PDF of the accepted agreement, the same bytes every time; null: see {@link acceptedAgreement}. A PDF that is not stored
 * yet is made first, outside any transaction, so that only the caller waits.
 * @throws Error when the stored bytes do not match their hash.
 */
export async function agreementDocument(db: Db, orderId: number): Promise<Buffer | null> {
  const consent = await lastConsent(db, orderId);
  if (!consent) return null;
  const { order_id, at, document_sealed: encrypted, document_sha256: sha256 } = consent;
  if (sha256 === null) {
    await storeDocument(db, consent);
    return agreementDocument(db, orderId);
  }
  if (encrypted === null) return null;
  const bytes = Buffer.from(decryptValue<string>(db, 'consent.document_sealed', [order_id, at], encrypted), 'base64');
  if (hashOf(bytes) !== sha256) throw new Error('a stored agreement differs from its hash');
  return bytes;
}
