import { stateConfig } from '../../setup.ts';
import { additionalInfo } from './additionalInfo.ts';
import { bankAccount } from './bankAccount.ts';
import { idPhotos } from './idPhotos.ts';
import { loanQuestion } from './loanQuestion.ts';
import { personalInfo } from './personalInfo.ts';
import { loadingSavedSections } from './loadingSavedSections.ts';
import { reviewTips } from './reviewTips.ts';
import { toBorrow } from './toBorrow.ts';

/** The steps of an application, from the choice of an amount to the answer, in the order of the statuses. */
export const apply = stateConfig({
  id: 'apply',
  initial: 'toBorrow',
  states: { toBorrow, loadingSavedSections, personalInfo, additionalInfo, idPhotos, bankAccount, loanQuestion, reviewTips },
});
