/** Daraja's endpoints about the lender's accounts: balances, and the reversal of a payment. */
import type { FastifyInstance } from 'fastify';
import { decimalShillings, type Cents } from '#machines/model/money.ts';
import { toDarajaTime } from '#server/rail/darajaTime.ts';
import { newConversationId } from '#server/store/ids.ts';
import type { Tx } from '#server/store/store.ts';
import { DOCUMENTED } from './documented.ts';
import { badField, textField, type Body } from './requestFields.ts';
import { lockWallet, moveMoney, readFloat, report, type SimulatorContext } from './simulatorState.ts';

const SUCCESS = 'The service request is processed successfully.';
const NO_TRANSACTION = '0000000000';

/** Name, currency, balance, available, reserved and uncleared amount of an account. */
const account = (name: string, holds: Cents, reserved: Cents = 0): string =>
  [name, 'KES', decimalShillings(holds), decimalShillings(holds - reserved), decimalShillings(reserved), '0.00'].join('|');

const accepted = () => ({
  OriginatorConversationID: newConversationId('OC'),
  ConversationID: newConversationId('AG'),
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
});

type Accepted = ReturnType<typeof accepted>;

const resultOf = (
  { OriginatorConversationID, ConversationID }: Accepted,
  [ResultCode, ResultDesc]: readonly [string | number, string],
  TransactionID: string,
  parameters: readonly { Key: string; Value?: unknown }[] = [],
): object => ({
  Result: {
    ResultType: 0,
    ResultCode,
    ResultDesc,
    OriginatorConversationID,
    ConversationID,
    TransactionID,
    ...(parameters.length === 0 ? {} : { ResultParameters: { ResultParameter: parameters } }),
  },
});

/** Results of a reversal (Reversals, "Result Codes"). */
const REVERSED_BEFORE = ['R000001', 'The transaction has already been reversed'] as const;
const NO_SUCH_TRANSACTION = ['R000002', 'The OriginalTransactionID is invalid.'] as const;

async function reverse(tx: Tx, context: SimulatorContext, body: Body, answer: Accepted): Promise<object> {
  const { clock, config } = context;
  const receipt = textField(body, 'TransactionID');
  const payment = await tx.selectFrom('sim_transaction').selectAll().where('receipt', '=', receipt).forUpdate().executeTakeFirst();
  // Only a payment of a customer can be reversed.
  if (!payment || payment.msisdn === null || payment.amount >= 0) return resultOf(answer, NO_SUCH_TRANSACTION, NO_TRANSACTION);
  if (payment.reversed_by !== null) return resultOf(answer, REVERSED_BEFORE, NO_TRANSACTION);
  const { name } = await lockWallet(tx, context, payment.msisdn);
  const amount = -payment.amount;
  const returned = await moveMoney(tx, context, { msisdn: payment.msisdn, amount, kind: 'reversal', reference: receipt });
  await tx.updateTable('sim_transaction').set({ reversed_by: returned }).where('receipt', '=', receipt).execute();
  return resultOf(answer, [0, SUCCESS], returned, [
    { Key: 'DebitAccountBalance', Value: account('Utility Account', 0) },
    { Key: 'Amount', Value: amount / 100 },
    { Key: 'TransCompletedTime', Value: Number(toDarajaTime(clock.now())) },
    { Key: 'OriginalTransactionID', Value: receipt },
    { Key: 'Charge', Value: 0 },
    { Key: 'CreditPartyPublicName', Value: `${payment.msisdn} - ${name ?? 'BORROWER'}` },
    { Key: 'DebitPartyPublicName', Value: `${config.shortcode} - Lender` },
  ]);
}

export function accountEndpoints(app: FastifyInstance, context: SimulatorContext): void {
  const { store, clock, config } = context;

  app.post<{ Body: Body }>(DOCUMENTED.balance.path, async ({ body }, reply) => {
    if (textField(body, 'PartyA') !== config.b2cShortcode) return badField(reply, 'PartyA');
    const answer = accepted();
    await store.tx(async (tx) => {
      const { utility, working, reserved } = await readFloat(tx, context);
      const balances = [
        account('Working Account', working + reserved, reserved),
        account('Float Account', 0),
        account('Utility Account', utility + reserved, reserved),
        account('Charges Paid Account', -154_000),
        account('Organization Settlement Account', 0),
      ].join('&');
      const parameters = [
        { Key: 'AccountBalance', Value: balances },
        { Key: 'BOCompletedTime', Value: toDarajaTime(clock.now()) },
      ];
      await report(tx, context, textField(body, 'ResultURL'), resultOf(answer, ['0', SUCCESS], NO_TRANSACTION, parameters), 'normal');
    });
    return answer;
  });

  app.post<{ Body: Body }>(DOCUMENTED.reversal.path, async ({ body }, reply) => {
    if (textField(body, 'ReceiverParty') !== config.shortcode) return badField(reply, 'ReceiverParty');
    const answer = accepted();
    await store.tx(async (tx) => report(tx, context, textField(body, 'ResultURL'), await reverse(tx, context, body, answer)));
    return answer;
  });
}
