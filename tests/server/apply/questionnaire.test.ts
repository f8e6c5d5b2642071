/** Answers that contradict one another: the lender refuses them too, and names the question to ask again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODE, type Problem } from '#machines/model/codes.ts';
import type { Values } from '#machines/model/application.ts';
import { GOOD_ANSWERS } from '#tests/support/lendingFixture.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';

let lender: TestLender;
let phone: Phone;
let orderNo = '';

beforeAll(async () => {
  lender = await startLender();
  phone = lender.phone();
  await phone.signIn('254733000901');
  const { product } = await phone.call('latestOrder', {});
  ({ orderNo } = await phone.call('applyMarket', {
    productId: product.id,
    amount: product.minPrincipal,
    termDays: product.termDays[0] ?? 0,
  }));
});
afterAll(() => lender.stop());

const problemWith = (answers: Values): Promise<Problem> =>
  phone.call('saveQuestionnaire', { orderNo, values: { ...GOOD_ANSWERS, ...answers } }).then(
    () => {
      throw new Error('it was saved');
    },
    (problem: Problem) => problem,
  );

it.each([
  [
    'two loans ever and five now',
    { 4: '9', 7: '1-1000', 8: '2', 9: '5' },
    { 9: 'You said that you have had 2 in all. Change one of the two answers' },
  ],
  ['a lender owed and nothing owed', { 4: '9' }, { 7: 'You said that you owe a lender now. Change one of the two answers' }],
  ['a missed payment and no delay', { 1: 'yes' }, { 6: 'You said that you missed a payment. Change one of the two answers' }],
  ['more than ten loans in figures', { 8: '11' }, { 8: 'Choose one of the options' }],
])('questionnaire, %s: is refused at that question, and nothing is saved', async (_, answers, fields) => {
  expect(await problemWith(answers)).toMatchObject({ code: CODE.invalidField, fields });
  expect((await phone.call('getUserInfo', {})).sections.loanQuestion).toBeUndefined();
});

it('questionnaire without a contradiction, steps before it missing: passes the check of the answers', async () => {
  expect(await problemWith({})).toMatchObject({ code: CODE.orderRefused });
});
