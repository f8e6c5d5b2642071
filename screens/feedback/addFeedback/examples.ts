import { CODE, LOCAL } from '#machines/model/codes.ts';
import type { FeedbackCheck } from '#machines/model/feedback.ts';
import { loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina } from '../../samples.ts';

const place = (step: 'checking' | 'editing' | 'uploading' | 'sending') => ({ places: { feedback: { addFeedback: step } } });

const check: FeedbackCheck = { can: true, most: 5, open: [] };
const feedbackCheck = loaded(check);
const written = {
  type: '7',
  description: 'I accepted the offer on Monday at ten and no money has arrived on my phone.',
  receiverAccount: '0712 345 678',
  contact: 'amina.wanjiku@gmail.com',
  contactTime: '08-12',
  pictures: 'a1 b2',
};

export const examples = {
  checking: example(place('checking'), amina),
  empty: example(place('editing'), { ...amina, feedbackCheck }),
  written: example(place('editing'), { ...amina, feedbackCheck, unsent: { feedback: written } }),
  incomplete: example(place('editing'), {
    ...amina,
    feedbackCheck,
    unsent: { feedback: { contact: 'amina', description: 'Money?' } },
    problem: { code: LOCAL.incomplete, message: '' },
  }),
  uploading: example(place('uploading'), {
    ...amina,
    feedbackCheck,
    unsent: { feedback: { ...written, pictures: 'a1' } },
    uploaded: { sent: 310_000, total: 620_000 },
  }),
  tooManyPictures: example(place('editing'), {
    ...amina,
    feedbackCheck,
    unsent: { feedback: { ...written, pictures: 'a1 b2 c3 d4' } },
    problem: { code: LOCAL.tooManyPictures, message: '' },
  }),
  pictureTooLarge: example(place('editing'), {
    ...amina,
    feedbackCheck,
    unsent: { feedback: written },
    problem: { code: LOCAL.pictureTooLarge, message: '' },
  }),
  pictureUnreadable: example(place('editing'), {
    ...amina,
    feedbackCheck,
    unsent: { feedback: written },
    problem: { code: LOCAL.photoUnreadable, message: '' },
  }),
  writtenBefore: example(place('editing'), {
    ...amina,
    feedbackCheck: loaded({ ...check, open: [{ ticketNo: 'F7K2M9QX', type: 7 }] }),
    unsent: { feedback: written },
  }),
  tooManyOpen: example(place('editing'), { ...amina, feedbackCheck: loaded({ ...check, can: false }) }),
  refused: example(place('editing'), {
    ...amina,
    feedbackCheck,
    unsent: { feedback: written },
    problem: { code: CODE.tooManyTickets, message: 'You have 5 messages that are not done. Please add to one of them' },
  }),
  sending: example(place('sending'), { ...amina, feedbackCheck, unsent: { feedback: written } }),
};
