import type { Language } from '#machines/context.ts';
import { uiText } from '../strings.ts';

/** Rounds up: an incomplete second or minute counts as a whole one. */
const secondsOf = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** "About 8 minutes left" for "7:24", "10" for "10:00". Changes once a minute, so that it can be announced. */
export const aboutLeft = (language: Language, ms: number): string => {
  const seconds = secondsOf(ms);
  return seconds < 60 ? uiText(language)('lessThanMinute') : uiText(language)('minutesLeft', { count: Math.ceil(seconds / 60) });
};

/** "7:24" */
export const countdownText = (ms: number): string => {
  const seconds = secondsOf(ms);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
