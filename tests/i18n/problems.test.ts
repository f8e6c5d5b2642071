import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { problemText } from '#src/i18n/problems.ts';

describe.each(LANGUAGES)('problems in %s', (language) => {
  it.each(Object.keys(LOCAL) as (keyof typeof LOCAL)[])(`problem %s in ${language}: has a text of its own`, (name) => {
    const words = problemText(language, { code: LOCAL[name], message: '' });
    expect(words).not.toBe(name);
    expect(words.length).toBeGreaterThan(15);
    expect(words).not.toMatch(/!/);
  });

  it("code of the lender: the lender's message is shown", () => {
    expect(problemText(language, { code: CODE.orderTimedOut, message: 'This order has timed out, please try again' })).toBe(
      'This order has timed out, please try again',
    );
  });

  it('code without a text: the message says what to do', () => {
    expect(problemText(language, { code: 4711, message: '' })).toBe(problemText(language, { code: LOCAL.unknown, message: '' }));
  });
});

it('unsent money and a lost network: have the required texts', () => {
  expect(problemText('en', { code: LOCAL.offline, message: '' })).toContain('You are offline. Nothing was sent.');
  expect(problemText('en', { code: LOCAL.offlineAsking, message: '' })).not.toContain('sent');
  expect(problemText('en', { code: LOCAL.networkFailed, message: '' })).toMatch(/network failed.*reload the page/);
});
