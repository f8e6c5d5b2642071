/** Collects the facts for the rules of `src/market/decision.ts`. */
import { leastOf } from '#src/market/lists/questionnaire.ts';
import { decide, instalmentShare, type Decision, type Facts } from '#src/market/decision.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import type { OrderRow } from '#server/books/orders.ts';
import type { Db } from '#server/store/store.ts';
import { withBureau } from './bureau/bureauRecords.ts';
import { payoutAccountOf, sentSections } from './applicant.ts';
import { payoutHeldFor } from './holderName.ts';
import { isClaimedByAnother } from './idClaims.ts';
import { checkIdentity } from './reader/cardReadings.ts';
import { differingFields, type IdentityCheck } from '#machines/model/identityCheck.ts';
import { optionalValue, requiredValue } from './sectionValues.ts';

const yesOrNo = (is: boolean): 'yes' | 'no' => (is ? 'yes' : 'no');

const readingOf = ({ card }: IdentityCheck): Facts['idReading'] => {
  if (card.is !== 'read') return card.is === 'unread' ? 'unread' : 'notAsked';
  return differingFields(card.lines).length > 0 ? 'differs' : 'matches';
};

const isUnread = ({ card, back, face }: IdentityCheck): boolean => [card, back, face].some(({ is }) => is === 'none');

/** The present decision of the rules about this application. */
export async function assess(
  db: Db,
  row: OrderRow,
  { refersUnreadPhotos }: Pick<LendingConfig, 'refersUnreadPhotos'>,
  now: number,
): Promise<Decision> {
  const { personalInfo, additionalInfo, loanQuestion } = await sentSections(db, row.user_id);
  const identity = await checkIdentity(db, row.user_id, personalInfo);
  const number = (code: string): number => leastOf(requiredValue(loanQuestion, code));
  const answers = {
    bureauListed: requiredValue(loanQuestion, '2'),
    longestDelay: number('6'),
    owedElsewhere: number('7'),
    runningLoans: number('9'),
    overdueLoans: number('11'),
  };
  return decide({
    ...(await withBureau(db, personalInfo, answers, now)),
    missedPayment: requiredValue(loanQuestion, '1'),
    ownRating: number('3'),
    employment: optionalValue(additionalInfo, 'employmentType') || null,
    instalmentShare: instalmentShare(row.contract.terms, optionalValue(additionalInfo, 'monthlySalary')),
    idReading: readingOf(identity),
    photosUndecided: yesOrNo(identity.back.is === 'undecided' || identity.face.is === 'undecided'),
    photosUnread: yesOrNo(refersUnreadPhotos && isUnread(identity)),
    idContested: yesOrNo(await isClaimedByAnother(db, row.user_id, personalInfo, now)),
    otherHolder: yesOrNo((await payoutHeldFor(db, await payoutAccountOf(db, row.user_id))) !== null),
  });
}
