import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { problemText } from '#src/i18n/problems.ts';

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(Object.keys(LOCAL) as (keyof typeof LOCAL)[])('%s has words of its own', (name) => {
    const words = problemText(language, { code: LOCAL[name], message: '' });
    expect(words).not.toBe(name);
    expect(words.length).toBeGreaterThan(15);
    expect(words).not.toMatch(/!/);
  });

  it("the lender's own words win for the lender's codes", () => {
    expect(problemText(language, { code: CODE.orderTimedOut, message: 'This order has timed out, please try again' })).toBe(
      'This order has timed out, please try again',
    );
  });

  it('a code without words, known or not, still says what to do', () => {
    expect(problemText(language, { code: 4711, message: '' })).toBe(problemText(language, { code: LOCAL.unknown, message: '' }));
  });
});

it('money that was not sent, and a lost network, are said as they must be', () => {
  expect(problemText('en', { code: LOCAL.offline, message: '' })).toContain('You are offline. Nothing was sent.');
  expect(problemText('en', { code: LOCAL.offlineAsking, message: '' })).not.toContain('sent');
  expect(problemText('en', { code: LOCAL.networkFailed, message: '' })).toMatch(/network failed.*reload the page/);
});
