/** `/auth/loan_question`: the credit-history questionnaire. Field names are the item codes '1' to '11', as they are sent. */
import { amountsOwed, counts, overdueDays, ratings, yesNo } from '#src/market/lists/questionnaire.ts';
import { lenders } from '#src/market/lists/lenders.ts';
import type { Option } from '#src/market/options.ts';
import type { MessageKey } from '../messages/en.ts';
import * as rules from '../rules.ts';
import type { Field, Rule, Section, Values } from '../types.ts';
import { fieldsOf, isGiven } from './fieldBuilders.ts';

const question = fieldsOf('questions', 'personalInfo');

type Code = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;

const item = (code: Code, kind: 'radio' | 'picker', options: readonly Option[], details: Pick<Field, 'hint' | 'rules'> = {}): Field =>
  question[kind]({ name: String(code), label: `label.question${code}`, empty: 'questionnaire.answerThis' }, options, {
    analytics: `personalInfo_select_question${code}`,
    // Debts and late payments of a person.
    sensitive: true,
    ...details,
  });

/** The unit of the answers, and rules that compare answers. If two answers contradict each other, the later one is refused. */
const counted = (hint: MessageKey, ...rule: readonly Rule[]): Pick<Field, 'hint' | 'rules'> => ({ hint: () => hint, rules: rule });

export const loanQuestion: Section = {
  name: 'loanQuestion',
  fields: [
    item(1, 'radio', yesNo), // missed a payment in the last six months
    item(2, 'radio', yesNo), // listed with a credit bureau
    item(3, 'picker', ratings), // own judgement of creditworthiness
    item(4, 'picker', lenders), // lender owed now
    item(5, 'picker', lenders), // lender paid late before
    item(6, 'picker', overdueDays, counted('hint.question6', rules.longestDelay)),
    item(7, 'picker', amountsOwed, counted('hint.question7', rules.amountOwed)),
    item(8, 'picker', counts, counted('hint.question8')), // digital loans so far
    item(9, 'picker', counts, counted('hint.countLoans', rules.runningLoans)),
    item(10, 'picker', counts, counted('hint.countLoans', rules.repaidLoans)), // on time
    item(11, 'picker', counts, counted('hint.countLoans', rules.overdueLoans)),
  ],
};

export const answered = (values: Values): number => loanQuestion.fields.filter((field) => isGiven(values, field.name)).length;

/**
 * The message about the whole questionnaire, before the first answer, while it is answered, and when it is submitted too early.
 * Null: complete.
 */
export const questionnaireMessage = (values: Values, moment: 'answering' | 'submitted'): MessageKey | null => {
  const count = answered(values);
  if (count === loanQuestion.fields.length) return null;
  if (count === 0) return 'questionnaire.first';
  return moment === 'submitted' ? 'questionnaire.incomplete' : 'questionnaire.complete';
};
