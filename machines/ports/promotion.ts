import { port } from './port.ts';

export const promotion = {
  /** Places left in the promotion of a channel; null where the lender does not count any. */
  loadVacancies: port<{ vacancies: number | null }, { channelId: string }>().reads({
    clauses: ['2.yx3'],
    doing: 'Opening the promotion',
    words: 'The places left in the promotion arrived',
    silent: 'the page does without the number of places',
  }),
};
