/** error summary: every link says which field it leads to. */
import { describe, expect, it } from 'vitest';
import type { SectionName, Values } from '#machines/model/application.ts';
import { summaryOf, viewsOf } from '#src/forms/fieldViews.ts';
import { say } from '#src/forms/messages/index.ts';
import { checkSection } from '#src/forms/check.ts';
import { scopeOf } from '#src/forms/scope.ts';
import { complete, context } from './sectionSamples.ts';

const linksOf = (section: SectionName, values: Values): string[] => {
  const scope = scopeOf(context);
  const failures = Object.entries(checkSection(section, values, context));
  const errors = Object.fromEntries(failures.map(([name, { key, params }]) => [name, say('en')(key, { ...params })]));
  const groups = viewsOf(section)({ values, entered: values, scope, errors, remark: null, picked: undefined });
  return summaryOf(groups, errors, Object.keys(errors), scope).map(({ message }) => message);
};

describe('The error summary', () => {
  it('unanswered questions: names each', () => {
    const links = linksOf('loanQuestion', {});
    expect(links[0]).toBe(`Answer this question: ${say('en')('label.question1')}`);
    expect(new Set(links).size).toBe(11);
  });
  it('one unanswered question: names it', () => {
    expect(linksOf('loanQuestion', { ...complete.loanQuestion, '7': '' })).toEqual([
      `Answer this question: ${say('en')('label.question7')}`,
    ]);
  });
  it('answers that contradict each other: names the question to change', () => {
    expect(linksOf('loanQuestion', { ...complete.loanQuestion, '8': '2', '9': '5', '4': '9', '7': '1-1000' })).toEqual([
      `You said that you have had 2 in all. Change one of the two answers: ${say('en')('label.question9')}`,
    ]);
  });
  it('one message for several fields: adds their labels', () => {
    expect(linksOf('personalInfo', { ...complete.personalInfo, firstName: 'A', lastName: 'B' })).toEqual([
      `Use at least 3 letters: ${say('en')('label.firstName')}`,
      `Use at least 3 letters: ${say('en')('label.lastName')}`,
    ]);
  });
  it('message that identifies its field: is the same as at the field', () => {
    expect(linksOf('personalInfo', { ...complete.personalInfo, firstName: 'A' })).toEqual(['Use at least 3 letters']);
  });
});
