import type { JourneyContext } from '#machines/context.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { example } from '../example.ts';
import { amina, NOW, order } from '../samples.ts';

const at = (step: 'editing' | 'picking' | 'saving') => ({ places: { apply: { loanQuestion: step } } });
const base: Partial<JourneyContext> = { ...amina, order: order(STATUS.question) };

export const filled = { 1: 'no', 2: 'no', 3: '4', 4: '36', 5: '36', 6: '0', 7: '0', 8: '2', 9: '0', 10: '2', 11: '0' };

const draft = (values: Record<string, string>): Partial<JourneyContext> => ({
  ...base,
  drafts: { loanQuestion: { values, savedAt: NOW } },
});

export const examples = {
  unanswered: example(at('editing'), base),
  'partly answered': example(at('editing'), draft({ 1: 'no', 2: 'no', 3: '4' })),
  answered: example(at('editing'), draft(filled)),
  'choosing a lender': example(at('picking'), { ...draft({ 1: 'no' }), picker: { field: '4' } }),
  sending: example(at('saving'), draft(filled)),
};
