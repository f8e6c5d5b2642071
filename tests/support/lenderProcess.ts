/**
 * A lender in a process of its own, for tests that kill it. It writes a line to standard output for every acknowledged write, and
 * moves money without pauses: draws, pushes, PINs, callbacks.
 */
import Fastify from 'fastify';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createLending } from '#server/lending/createLending.ts';
import { railCallbacks } from '#server/rail/callbacks.ts';
import { createDaraja } from '#server/rail/daraja.ts';
import { createSimulator, simulatedAccess } from '#server/simulation/rail/simulator.ts';
import { systemClock } from '#server/store/clock.ts';
import { createSecret } from '#server/store/secret.ts';
import { openStore } from '#server/store/store.ts';
import { approvedBorrower, consentTo, lendingConfig, PAYBILL_TOKEN, type Borrower, OPEN_GATE } from './lendingFixture.ts';

const [dataDir = '', databaseUrl = '', port = '0', round = '0'] = process.argv.slice(2);
const clock = systemClock;
const store = await openStore({ dataDir, databaseUrl: databaseUrl || undefined, clock });
store.useSecret(createSecret(Buffer.alloc(32, 7)));
const app = Fastify();
const url = `http://127.0.0.1:${port}`;
const rail = createDaraja({ access: () => simulatedAccess(url, '/daraja'), clock });
const simulator = createSimulator({ store, clock, config: { payoutDelay: 20 } });
const lending = createLending(store, clock, rail, lendingConfig);
await app.register(simulator.plugin, { prefix: '/daraja' });
await app.register(railCallbacks, { receive: lending.railCallback, isPaybillSecret: async (secret) => secret === PAYBILL_TOKEN });
await app.listen({ host: '127.0.0.1', port: Number(port) });
await rail.registerPaybill(PAYBILL_TOKEN);

const print = (...words: (string | number)[]): void => void process.stdout.write(`${words.join(' ')}\n`);

async function borrowAndRepay(borrower: Borrower, number: number): Promise<void> {
  const { userId, orderNo } = borrower;
  await lending.getMoney(userId, await consentTo(lending, userId, orderNo), OPEN_GATE);
  print('drawn', orderNo);
  for (let push = 0; push < 4; push++) {
    const order = await lending.order(userId, orderNo);
    if (order.status !== STATUS.repaying) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      push--;
      continue;
    }
    const payment = await lending.startStk(userId, { orderNo, amount: 100_000, requestId: `${round}-${number}-${push}` });
    print('pushed', payment.payOrderId);
    while ((await lending.payment(userId, payment.payOrderId)).state !== 'paid') await new Promise((resolve) => setTimeout(resolve, 10));
    print('paid', payment.payOrderId);
  }
}

async function repeat(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const answerPrompts = async (): Promise<void> => {
  for (const { checkoutId } of await simulator.prompts()) {
    if ((await simulator.answer(checkoutId, { pin: '1234' })) === 'paid') print('answered', checkoutId);
  }
};

let borrowers = Number(round) * 1_000;
const newBorrowers = async (): Promise<void> => {
  const borrower = await approvedBorrower(store, lending, clock, 500_000, `2547${String(10_000_000 + ++borrowers)}`);
  print('approved', borrower.orderNo);
  await borrowAndRepay(borrower, borrowers);
};

print('ready');
await Promise.all([
  repeat(() => lending.runDue()),
  repeat(() => simulator.runDue()),
  repeat(answerPrompts),
  repeat(newBorrowers),
  repeat(newBorrowers),
]);
