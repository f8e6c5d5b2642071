/**
 * Daraja's status query, by receipt or by the conversation of a request. The result is sent to the address of the query.
 * Source: Daraja 3.0, "Transaction Status" (https://developer.safaricom.co.ke/apis/TransactionStatus): the request's
 * `TransactionID` is a receipt, `OriginalConversationID` a conversation, and the result has the parameters of its
 * "Callback payload". Its sample names both parties `DebitPartyName`, the payer first.
 */
import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { toDarajaTime } from '#server/rail/darajaTime.ts';
import { newConversationId } from '#server/store/ids.ts';
import type { SimTransactionTable } from '#server/store/schema/index.ts';
import { reportStatus } from './simulatedPayouts.ts';
import { DOCUMENTED } from './documented.ts';
import { badField, textField, type Body } from './requestFields.ts';
import { report, type SimulatorContext } from './simulatorState.ts';

/** A code for a query without a result: the documents list 0 and SFC_IC0003, and refer to "any other code". */
const NOT_FOUND = 2032;

type Movement = Selectable<SimTransactionTable>;

/** Payer and payee in the form `600310 - Safaricom333`. */
function partiesOf({ msisdn, amount, kind, reference }: Movement, { config }: SimulatorContext): { debit: string; credit: string } {
  const lender = `${config.shortcode} - Lender`;
  const other = msisdn === null ? `${reference.split('/')[0]} - Bank` : `${msisdn} - BORROWER`;
  return kind === 'payout' || kind === 'bank' || amount > 0 ? { debit: lender, credit: other } : { debit: other, credit: lender };
}

function resultOf(context: SimulatorContext, receipt: string, movement: Movement | undefined): object {
  const head = { ResultType: 0, OriginatorConversationID: newConversationId('OC'), ConversationID: newConversationId('AG') };
  if (!movement)
    return { Result: { ...head, ResultCode: NOT_FOUND, ResultDesc: 'The transaction does not exist.', TransactionID: '0000000000' } };
  const { debit, credit } = partiesOf(movement, context);
  const at = toDarajaTime(movement.at);
  const ResultParameter = [
    { Key: 'DebitPartyName', Value: debit },
    { Key: 'DebitPartyName', Value: credit },
    { Key: 'InitiatedTime', Value: at },
    { Key: 'TransactionReason' },
    { Key: 'ReasonType', Value: 'Pay Bill Online' },
    { Key: 'TransactionStatus', Value: movement.reversed_by === null ? 'Completed' : 'Reversed' },
    { Key: 'FinalisedTime', Value: at },
    { Key: 'Amount', Value: String(Math.abs(movement.amount) / 100) },
    { Key: 'ReceiptNo', Value: receipt },
  ];
  return {
    Result: {
      ...head,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      TransactionID: receipt,
      ReferenceData: { ReferenceItem: { Key: 'Occasion' } },
      ResultParameters: { ResultParameter },
    },
  };
}

export function statusEndpoint(app: FastifyInstance, context: SimulatorContext): void {
  const { store, config } = context;

  app.post<{ Body: Body }>(DOCUMENTED.status.path, async ({ body }, reply) => {
    const [receipt, conversation, url] = [
      textField(body, 'TransactionID'),
      textField(body, 'OriginalConversationID'),
      textField(body, 'ResultURL'),
    ];
    const isOurs = [config.shortcode, config.b2cShortcode].includes(textField(body, 'PartyA'));
    if (!isOurs) return badField(reply, 'PartyA');
    if (receipt !== '') {
      const movement = await store.db.selectFrom('sim_transaction').selectAll().where('receipt', '=', receipt).executeTakeFirst();
      await store.tx((tx) => report(tx, context, url, resultOf(context, receipt, movement), 'normal'));
    } else {
      const payout = await store.db.selectFrom('sim_payout').selectAll().where('originator_id', '=', conversation).executeTakeFirst();
      if (payout) await store.tx((tx) => reportStatus(tx, context, payout, url));
    }
    return {
      ConversationID: newConversationId('AG'),
      OriginatorConversationID: newConversationId('OC'),
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    };
  });
}
