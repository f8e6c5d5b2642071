/** Applicants and loans that exist before a test begins: made by the calls of the app, without its pages. */
import { expect } from 'vitest';
import { fromDayMonthYear, MINUTE } from '#machines/model/calendar.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { termsFor } from '#machines/model/terms.ts';
import type { IdCard } from '#server/apply/reader/photoReader.ts';
import { firstLoan } from '#src/market/products.ts';
import { complete } from '../forms/sectionSamples.ts';
import { idBack, idFront, sendFace } from '../support/idCards.ts';
import { amina } from '../support/borrowerSteps.ts';
import type { Phone as Client, TestLender } from '../support/testLender.ts';
import { GOOD_ANSWERS } from '../support/lendingFixture.ts';
import { onScreen } from '../support/sandboxPhone.ts';
import { caughtUp, type Stage } from './sandboxFixture.ts';

/** The loan that is applied for. */
export const PRINCIPAL = shillings(5_000);
export const TERMS = termsFor(firstLoan, PRINCIPAL, 91);

const photo = (bytes: Buffer) => ({ file: new Blob([Uint8Array.from(bytes)]) });

/** The card of the person whose information is sent. */
function ownCard(): IdCard {
  const { firstName, lastName, nationalId, inputBirthday } = complete.personalInfo;
  return {
    number: nationalId ?? '',
    name: `${firstName} ${lastName}`.toUpperCase(),
    birthday: fromDayMonthYear(inputBirthday ?? '') ?? '',
  };
}

interface Applicant {
  client: Client;
  msisdn: string;
  orderNo: string;
}

/** Registers and fills in everything except the payout account and the questionnaire. Another code can be requested at once. */
async function apply(lender: TestLender): Promise<Applicant> {
  const msisdn = toMsisdn(amina.mobile);
  if (!msisdn) throw new Error(`"${amina.mobile}" is no mobile number`);
  const client = lender.phone();
  await client.signIn(msisdn);
  const { orderNo } = await client.call('applyMarket', { productId: firstLoan.id, amount: PRINCIPAL, termDays: 91 });
  await client.call('saveBasicInfo', { orderNo, values: complete.personalInfo });
  await client.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo });
  await client.call('uploadIdFront', { orderNo }, { files: photo(await idFront(ownCard())) });
  await client.call('uploadIdBack', { orderNo }, { files: photo(await idBack(ownCard())) });
  await sendFace(client, orderNo);
  await client.call('finishUploadAllImg', { orderNo });
  // Codes are texted at least a minute apart; the answer tells the client the new time.
  await lender.sandbox.advance(MINUTE);
  await client.call('latestOrder', {});
  return { client, msisdn, orderNo };
}

/** Answers the questionnaire, waits, accepts and draws. Resolves when the money has arrived. */
async function draw(lender: TestLender, { client, msisdn, orderNo }: Applicant): Promise<void> {
  await client.call('getVerifyCode', { mobile: msisdn, purpose: 'bindCard' });
  const verificationCode = await lender.sandbox.codeFor(msisdn);
  await client.call('bindBankCard', { orderNo, values: { accountKind: 'mpesa', mobile: msisdn, verificationCode } });
  await client.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS });
  await lender.sandbox.advance(10 * MINUTE);
  await expect.poll(async () => (await client.call('latestOrder', {})).order?.status).toBe(STATUS.confirm);
  const { agreementVersion, terms } = await client.call('confirmProductInfo', { orderNo });
  await client.call('getMoney', { orderNo, agreementVersion, sent: terms.sent, owed: terms.owed });
  // The rail's result arrives later. The loan begins on that day, so the test waits for it.
  await expect.poll(async () => (await lender.sandbox.state()).orders[0]?.status).toBe(STATUS.repaying);
}

/** An applicant whose phone shows home. */
export async function hasApplied(stage: Stage): Promise<void> {
  await apply(stage.lender);
  await caughtUp(stage);
  await onScreen(stage.phone, 'Hello');
}

/** A borrower whose loan has arrived and whose phone shows home. @returns the order number. */
export async function hasLoan(stage: Stage): Promise<string> {
  const applicant = await apply(stage.lender);
  await draw(stage.lender, applicant);
  await caughtUp(stage);
  await onScreen(stage.phone, 'Hello');
  return applicant.orderNo;
}
