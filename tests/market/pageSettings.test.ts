/** The settings in the page: the values that an operator may write, and the message for each mistake. */
import { describe, expect, it } from 'vitest';
import { mistakesInLine, mistakesInSettings } from '#src/market/settingsRules.ts';

const least = { packageName: 'ke.example.loan', appName: 'Example Loan' };

describe('settings that are accepted', () => {
  it.each([
    ['the names alone', {}],
    ['a path', { backEnd: '/loan/backend' }],
    ['a path beside the page', { backEnd: './backend' }],
    ['another origin', { backEnd: 'https://lender.example:8443/v1' }],
    ['this machine without TLS', { backEnd: 'http://127.0.0.1:8080' }],
    ['no envelope', { envelope: false }],
    ['an address of recordings', { backEnd: '/loan/backend', recordings: '/loan/recordings' }],
    ['support addresses', { support: { email: 'help@kopa.ke', phone: '020 123 4567', whatsapp: '254712345678' } }],
  ])('page settings, %s: no mistake', (_, more) => expect(mistakesInSettings({ ...least, ...more })).toEqual([]));
});

describe('settings that are refused', () => {
  it.each([
    ['plain HTTP to another machine', { backEnd: 'http://lender.example' }, /^backEnd must begin with https:\/\//],
    ['a slash at the end', { backEnd: 'https://lender.example/' }, /^backEnd must not end with a slash/],
    ['a query', { backEnd: 'https://lender.example/a?b=c' }, /^backEnd must have no query/],
    ['a host without a scheme', { backEnd: '//lender.example' }, /^backEnd must be a path/],
    ['a script', { backEnd: 'javascript:alert(1)' }, /^backEnd must be a path/],
    ['a package name of one word', { packageName: 'loan' }, /^packageName must look like ke.example.loan/],
    ['a name that no header carries', { appName: 'Mkopo ✓' }, /^appName must be 1 to 60 plain ASCII/],
    ['an empty address of recordings', { recordings: '' }, /^recordings must be an address/],
    ['an envelope in words', { envelope: 'off' }, /^envelope must be true or false/],
    ['support without an address', { support: { phone: '020 123 4567' } }, /^support.email is missing/],
    ['a WhatsApp number in another spelling', { support: { email: 'a@b.ke', whatsapp: '0712345678' } }, /^support.whatsapp must be/],
    ['a setting that is none', { backend: '/x' }, /^backend is no setting: there are packageName, appName, backEnd/],
  ])('page settings, %s: one sentence names it', (_, more, sentence) => {
    const mistakes = mistakesInSettings({ ...least, ...more });
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(sentence);
  });

  it.each([
    ['no line', null, /is missing/],
    ['no JSON', '{ packageName: 1 }', /no JSON/],
    ['no object', '[]', /one JSON object/],
    ['nothing', '{}', /packageName is missing/],
  ])('page settings, %s: says so', (_, line, sentence) => expect(mistakesInLine(line)[0]).toMatch(sentence));
});
