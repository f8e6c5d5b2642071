import type { Language } from '#machines/context.ts';
import { MINUTE } from '#machines/model/calendar.ts';
import { uiText } from '../strings.ts';

/** "About 7 minutes left": changes once a minute, so that it can be announced. */
export const aboutLeft = (language: Language, ms: number): string =>
  ms < MINUTE ? uiText(language)('lessThanMinute') : uiText(language)('minutesLeft', { count: Math.floor(ms / MINUTE) });

/** "7:24" */
export const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
