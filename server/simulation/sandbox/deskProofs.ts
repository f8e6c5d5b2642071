/** Proofs of payment as the desk sees them, beside what M-PESA has told the lender of the receipt. */
import type { SandboxProof } from '#src/api/sandbox.ts';
import type { Db } from '#server/store/store.ts';

const SHOWN = 50;

export async function readProofs(db: Db): Promise<SandboxProof[]> {
  const rows = await db
    .selectFrom('proof as p')
    .innerJoin('loan_order as o', 'o.id', 'p.order_id')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .leftJoin('receipt_question as q', (join) => join.onRef('q.receipt', '=', 'p.receipt').on('q.answer', '=', 'completed'))
    .leftJoin('sim_transaction as s', 's.receipt', 'q.receipt')
    .select([
      'p.id',
      'p.proof_no as proofNo',
      'o.order_no as orderNo',
      'u.msisdn as mobile',
      'p.receipt',
      'p.amount',
      'p.state',
      'p.answer_by as answerBy',
      'q.amount as moved',
      's.reference as account',
    ])
    .orderBy('p.id', 'desc')
    .limit(SHOWN)
    .execute();
  const ids = rows.map(({ id }) => id);
  const pictures = ids.length
    ? await db.selectFrom('proof_picture').select(['ref', 'proof_id']).where('proof_id', 'in', ids).orderBy('at').orderBy('ref').execute()
    : [];
  return rows.map(({ id, moved, account, ...proof }) => ({
    ...proof,
    pictures: pictures.filter(({ proof_id }) => proof_id === id).map(({ ref }) => ref),
    known: moved === null || account === null ? null : { amount: moved, account },
  }));
}
