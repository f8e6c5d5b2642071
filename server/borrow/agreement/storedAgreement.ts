/** What a borrower accepted: the text as it was shown, and its PDF. Both are stored with the consent and never change. */
import { createHash } from 'node:crypto';
import type { Agreement } from '#machines/model/order.ts';
import type { OrderRow } from '#server/books/orders.ts';
import type { ConsentTable, KeyFacts } from '#server/store/schema/index.ts';
import { seal, unseal } from '#server/store/sealed.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { Selectable } from 'kysely';
import { agreementPdf } from './agreementPdf.ts';

type StoredConsent = Pick<Selectable<ConsentTable>, 'id' | 'order_id' | 'given_by' | 'at' | 'document_sealed' | 'document_sha256'> & {
  facts: KeyFacts;
};

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function lastConsent(db: Db, orderId: number): Promise<StoredConsent | null> {
  const row = await db
    .selectFrom('consent')
    .select(['id', 'order_id', 'given_by', 'at', 'key_facts_sealed', 'document_sealed', 'document_sha256'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.key_facts_sealed) return null;
  const { key_facts_sealed: sealed, ...consent } = row;
  return { ...consent, facts: unseal<KeyFacts>(db, 'consent.key_facts_sealed', [row.order_id, row.at], sealed) };
}

/** The columns of the document, for a consent that is being stored or has none yet. */
export async function documentColumns(
  tx: Tx,
  { order_id, given_by, at, facts }: Pick<StoredConsent, 'order_id' | 'given_by' | 'at' | 'facts'>,
): Promise<{ document_sealed: Buffer; document_sha256: string }> {
  const { agreement, language, offer, parties = { lender: '', borrower: '' } } = facts;
  const pdf = await agreementPdf({ agreement, language, by: given_by, at, dueDate: offer.dueDate, ...parties });
  return {
    document_sealed: seal(tx, 'consent.document_sealed', [order_id, at], pdf.toString('base64')),
    document_sha256: hashOf(pdf),
  };
}

/** The text that was accepted, in the language in which it was; null: none was, or the consent is older than the stored texts. */
export async function acceptedAgreement(db: Db, row: OrderRow): Promise<Agreement | null> {
  const consent = await lastConsent(db, row.id);
  if (!consent) return null;
  const { agreement, language } = consent.facts;
  return { ...agreement, accepted: { at: consent.at, language } };
}

/**
 * The PDF of the accepted agreement, the same bytes every time; null: see {@link acceptedAgreement}.
 * @throws Error when the stored bytes are not those that were stored with the consent.
 */
export async function agreementDocument(tx: Tx, row: OrderRow): Promise<Buffer | null> {
  const consent = await lastConsent(tx, row.id);
  if (!consent) return null;
  const { id, order_id, at, document_sealed: sealed, document_sha256: sha256 } = consent;
  if (sealed === null || sha256 === null) {
    // A consent of before the documents: its file is made of the stored text, once.
    const columns = await documentColumns(tx, consent);
    await tx.updateTable('consent').set(columns).where('id', '=', id).where('document_sha256', 'is', null).execute();
    return agreementDocument(tx, row);
  }
  const bytes = Buffer.from(unseal<string>(tx, 'consent.document_sealed', [order_id, at], sealed), 'base64');
  if (hashOf(bytes) !== sha256) throw new Error('a stored agreement differs from its hash');
  return bytes;
}
