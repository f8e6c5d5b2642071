/** `/auth/loan_question`: the credit-history questionnaire. Field names are the item codes '1' to '11', as they are sent. */
import { amountsOwed, counts, overdueDays, ratings, yesNo } from '#src/market/lists/questionnaire.ts';
import { lenders } from '#src/market/lists/lenders.ts';
import type { Option } from '#src/market/options.ts';
import type { MessageKey } from '../messages/en.ts';
import type { Field, Section, Values } from '../types.ts';
import { fieldsOf, isGiven } from './build.ts';

const question = fieldsOf('questions', 'personalInfo');

type Code = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;

const item = (code: Code, kind: 'radio' | 'picker', options: readonly Option[]): Field =>
  question[kind]({ name: String(code), label: `label.question${code}`, empty: 'questionnaire.answerThis' }, options, {
    analytics: `personalInfo_select_question${code}`,
    // What a person owes, and how they paid.
    sensitive: true,
  });

export const loanQuestion: Section = {
  name: 'loanQuestion',
  fields: [
    item(1, 'radio', yesNo), // missed a payment in the last six months
    item(2, 'radio', yesNo), // listed with a credit bureau
    item(3, 'picker', ratings), // own judgement of creditworthiness
    item(4, 'picker', lenders), // lender owed now
    item(5, 'picker', lenders), // lender paid late before
    item(6, 'picker', overdueDays), // longest delay
    item(7, 'picker', amountsOwed), // owed in all
    item(8, 'picker', counts), // digital loans so far
    item(9, 'picker', counts), // loans running
    item(10, 'picker', counts), // loans repaid on time
    item(11, 'picker', counts), // loans overdue
  ],
};

export const answered = (values: Values): number => loanQuestion.fields.filter((field) => isGiven(values, field.name)).length;

/** What is said about the whole: before the first answer, on the way, and when sent too early. Null: complete. */
export const questionnaireMessage = (values: Values, moment: 'answering' | 'submitted'): MessageKey | null => {
  const count = answered(values);
  if (count === loanQuestion.fields.length) return null;
  if (count === 0) return 'questionnaire.first';
  return moment === 'submitted' ? 'questionnaire.incomplete' : 'questionnaire.complete';
};
