import type { JourneyContext } from '#machines/context.ts';
import { DAY } from '#machines/model/calendar.ts';
import { LOCAL } from '#machines/model/codes.ts';
import type { Consents } from '#machines/model/collection.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { completed } from '#src/forms/sampleValues.ts';
import { example } from '../../example.ts';
import { filled as additional } from '../additionalInfo/examples.ts';
import { filled as personal } from '../personalInfo/examples.ts';
import { amina, bank, NOW, order } from '../../samples.ts';

const at = (step: 'editing' | 'picking' | 'reviewing' | 'sending') => ({ places: { apply: { loanQuestion: step } } });
const CLEAR = { is: 'clear', handle: null } as const;
const base: Partial<JourneyContext> = { ...amina, order: order(STATUS.question) };

export const filled = completed('loanQuestion', {
  1: 'no',
  2: 'no',
  3: '4',
  4: '36',
  5: '36',
  6: '0',
  7: '0',
  8: '2',
  9: '0',
  10: '2',
  11: '0',
});

const draft = (values: Record<string, string>): Partial<JourneyContext> => ({
  ...base,
  drafts: { loanQuestion: { values, savedAt: NOW } },
});

const consent = (step: 'loadingRequests' | 'asking' | 'recording' | 'collecting') =>
  ({ places: { apply: { loanQuestion: { consent: step } } } }) as const;
const asking = consent('asking');
const sharing = (consents: Consents) =>
  order(STATUS.question, { payoutAccount: bank, collection: { consents, status: null, held: [], deletedBy: NOW + DAY } });

/** The lender has every section but the answers. */
const everything: Partial<JourneyContext> = {
  ...draft(filled),
  order: order(STATUS.question, { payoutAccount: bank }),
  saved: { personalInfo: personal, additionalInfo: additional },
  photos: { front: CLEAR, back: CLEAR, face: CLEAR },
};

export const examples = {
  unanswered: example(at('editing'), base),
  'partly answered': example(at('editing'), draft({ 1: 'no', 2: 'no', 3: '4' })),
  answered: example(at('editing'), draft(filled)),
  'choosing a lender': example(at('picking'), { ...draft({ 1: 'no' }), picker: { field: '4' } }),
  reviewing: example(at('reviewing'), everything),
  'reviewing what little there is': example(at('reviewing'), draft(filled)),
  'reviewing with changes that were not saved': example(at('reviewing'), {
    ...everything,
    drafts: { ...everything.drafts, personalInfo: { values: { ...personal, lastName: 'Njeri', middleName: 'Atieno' }, savedAt: NOW } },
  }),
  'review, not sent': example(at('reviewing'), { ...everything, problem: { code: LOCAL.networkFailed, message: '' } }),
  'asked for one kind of data': example(asking, { ...everything, order: sharing({ contact: null }) }),
  'asked for the second of three': example(asking, { ...everything, order: sharing({ contact: false, sms: null, location: null }) }),
  'looking up what is asked of the phone': example(consent('loadingRequests'), everything),
  'the answers are on their way': example(consent('recording'), { ...everything, order: sharing({ contact: false, sms: true }) }),
  'the phone collects': example(consent('collecting'), { ...everything, order: sharing({ contact: false, sms: true }) }),
  sending: example(at('sending'), everything),
};
