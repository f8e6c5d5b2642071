/** The displayed name of a journey. */
import { nairobiDate } from '#machines/model/calendar.ts';
import type { Population } from './columns.ts';

/** "Journey 1503, 2026-03-05", or the title of the recording in place of the number. */
export const journeyName = ({ names, recordings: { title, time } }: Pick<Population, 'names' | 'recordings'>, at: number): string =>
  `${names.words[title[at] as number] || `Journey ${at + 1}`}, ${nairobiDate(time[at] as number)}`;
