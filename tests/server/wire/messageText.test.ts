import { describe, expect, it } from 'vitest';
import { messageText } from '#server/wire/messageText.ts';

describe('message of a limit', () => {
  it.each([
    [1, ['1 minute', 'dakika 1', '1 minuto']],
    [90, ['90 minutes', 'dakika 90', '90 minutos']],
    [1_131, ['19 hours', 'saa 19', '19 horas']],
    [27 * 1_440 + 61, ['28 days', 'siku 28', '28 días']],
  ])('message of a limit, %i minutes to wait: the time is in minutes, hours or days, as a person would say it', (minutes, said) => {
    for (const key of ['tooManyRequests', 'textsUsedUp'] as const)
      for (const [at, language] of (['en', 'sw', 'es'] as const).entries())
        expect(messageText(language, key, { minutes })).toContain(` ${said[at]}`);
  });
});
