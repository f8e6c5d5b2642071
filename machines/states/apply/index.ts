import { stateConfig } from '../../setup.ts';
import { additionalInfo } from './additionalInfo.ts';
import { bankAccount } from './bankAccount.ts';
import { idPhotos } from './idPhotos.ts';
import { loanQuestion } from './loanQuestion.ts';
import { personalInfo } from './personalInfo.ts';
import { loadingSavedSections } from './loadingSavedSections.ts';
import { reviewTips } from './reviewTips.ts';
import { toBorrow } from './toBorrow.ts';

/** From "how much" to "sent": the steps of an application in the order of its statuses. */
export const apply = stateConfig({
  id: 'apply',
  initial: 'toBorrow',
  states: { toBorrow, loadingSavedSections, personalInfo, additionalInfo, idPhotos, bankAccount, loanQuestion, reviewTips },
});
