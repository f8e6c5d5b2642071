/** Borrowers in the middle of an application, with the data that the lender and the phone have. */
import type { ShellSession } from '#src/bridge/messages.ts';
import { CHART_VERSION, STORAGE_KEY } from '#src/app/storedFormat.ts';
import type { Drafts, Values } from '#machines/model/application.ts';
import { complete } from '../forms/sectionSamples.ts';
import type { Phone, TestLender } from './testLender.ts';
import { giveEverything } from './lendingFixture.ts';

export interface Applicant {
  session: ShellSession;
  orderNo: string;
  phone: Phone;
}

/** An application that is complete except for the answers. */
export async function givenEverything(lender: TestLender, mobile: string): Promise<Applicant> {
  const { store, clock } = lender.inside();
  const phone = lender.phone();
  await phone.signIn(mobile);
  const { basicInfo } = await phone.call('getUserInfo', {});
  await giveEverything(store, Number(basicInfo.userId), mobile, clock.now());
  const { product } = await phone.call('latestOrder', {});
  const { orderNo } = await phone.call('applyMarket', {
    productId: product.id,
    amount: product.minPrincipal,
    termDays: product.termDays[0] ?? 0,
  });
  // A national ID number belongs to one borrower.
  await phone.call('saveBasicInfoMarket', { orderNo, values: { ...complete.personalInfo, nationalId: mobile.slice(-8) } });
  await phone.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo });
  return { session: { token: phone.token ?? '', userId: basicInfo.userId, mobile }, orderNo, phone };
}

/** The storage of a phone with drafts of all eleven answers. */
export const keptAnswers = ({ session, orderNo }: Applicant, answers: Values = complete.loanQuestion): [string, string] => {
  const sections: Drafts = { loanQuestion: { values: answers, savedAt: 1, basedOn: null } };
  const kept = {
    chartVersion: CHART_VERSION,
    language: 'en',
    session,
    sessionFrom: 'shell',
    drafts: { userId: session.userId, orderNo, sections },
    resume: null,
  };
  return [STORAGE_KEY, JSON.stringify(kept)];
};
