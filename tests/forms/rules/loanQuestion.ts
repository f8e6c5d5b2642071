/** Every answer that the credit history takes. */
import type { Row } from './ruleRow.ts';

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
  {
    section: 'loanQuestion',
    field: '6',
    accepted: ['0'],
    refused: {
      '': 'questionnaire.answerThis',
      '5': 'invalid.option',
      '1-7': 'questionnaire.noLateLender',
      over90: 'questionnaire.noLateLender',
    },
  },
  {
    section: 'loanQuestion',
    field: '6',
    change: { 5: '9' },
    accepted: ['1-7', 'over90'],
    refused: { '0': 'questionnaire.namedLateLender' },
  },
  { section: 'loanQuestion', field: '6', change: { 1: 'yes' }, accepted: [], refused: { '0': 'questionnaire.missedPayment' } },
  {
    section: 'loanQuestion',
    field: '7',
    accepted: ['0'],
    refused: { '': 'questionnaire.answerThis', '9000': 'invalid.option', over8000: 'questionnaire.noLender' },
  },
  {
    section: 'loanQuestion',
    field: '7',
    change: { 4: '9' },
    accepted: ['1-1000', 'over8000'],
    refused: { '0': 'questionnaire.namedLender' },
  },
  {
    section: 'loanQuestion',
    field: '8',
    accepted: ['0', '1', '10', 'over10'],
    refused: { '': 'questionnaire.answerThis', '11': 'invalid.option', '-1': 'invalid.option' },
  },
  // Two loans altogether, so five cannot be running.
  {
    section: 'loanQuestion',
    field: '9',
    change: { 4: '9', 7: '1-1000', 8: '2' },
    accepted: ['0', '1', '2'],
    refused: {
      '': 'questionnaire.answerThis',
      '11': 'invalid.option',
      '3': 'questionnaire.moreThanEver',
      '5': 'questionnaire.moreThanEver',
      over10: 'questionnaire.moreThanEver',
    },
  },
  { section: 'loanQuestion', field: '9', change: { 8: 'over10', 4: '9', 7: '1-1000' }, accepted: ['10', 'over10'], refused: {} },
  { section: 'loanQuestion', field: '9', change: { 8: '' }, accepted: ['0'], refused: { '1': 'questionnaire.owesNothing' } },
  {
    section: 'loanQuestion',
    field: '10',
    change: { 8: '4', 9: '1' },
    accepted: ['0', '3'],
    refused: {
      '': 'questionnaire.answerThis',
      '11': 'invalid.option',
      '4': 'questionnaire.moreThanEnded',
      over10: 'questionnaire.moreThanEnded',
    },
  },
  // The typed number of running loans is too high: the message stands at that field. Here all loans may count.
  { section: 'loanQuestion', field: '10', change: { 8: '2', 9: '5' }, accepted: ['2'], refused: { '3': 'questionnaire.moreThanEnded' } },
  { section: 'loanQuestion', field: '10', change: { 8: 'over10', 9: '10' }, accepted: ['10', 'over10'], refused: {} },
  {
    section: 'loanQuestion',
    field: '11',
    change: { 6: '1-7', 8: '4', 9: '2' },
    accepted: ['0', '2'],
    refused: { '': 'questionnaire.answerThis', '11': 'invalid.option', '3': 'questionnaire.moreThanRunning' },
  },
  { section: 'loanQuestion', field: '11', change: { 6: '0', 9: '2' }, accepted: ['0'], refused: { '1': 'questionnaire.neverLate' } },
];
