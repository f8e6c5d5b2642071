/** Every answer that the credit history takes. */
import type { Row } from './row.ts';

export const loanQuestion: readonly Row[] = [
  ...['1', '2'].map((field): Row => ({
    section: 'loanQuestion',
    field,
    accepted: ['yes', 'no'],
    refused: { '': 'questionnaire.answerThis', maybe: 'invalid.option' },
  })),
  { section: 'loanQuestion', field: '3', accepted: ['1', '5'], refused: { '': 'questionnaire.answerThis', '6': 'invalid.option' } },
  ...['4', '5'].map((field): Row => ({
    section: 'loanQuestion',
    field,
    accepted: ['1', '36'],
    refused: { '': 'questionnaire.answerThis', '37': 'invalid.option' },
  })),
  { section: 'loanQuestion', field: '6', accepted: ['0', 'over90'], refused: { '': 'questionnaire.answerThis', '5': 'invalid.option' } },
  {
    section: 'loanQuestion',
    field: '7',
    accepted: ['0', 'over8000'],
    refused: { '': 'questionnaire.answerThis', '9000': 'invalid.option' },
  },
  ...['8', '9', '10', '11'].map((field): Row => ({
    section: 'loanQuestion',
    field,
    accepted: ['0', '1', '10', 'over10'],
    refused: { '': 'questionnaire.answerThis', '11': 'invalid.option' },
  })),
];
