/** The error summary: the text of every link names the field to which it leads. */
import { describe, expect, it } from 'vitest';
import type { Language } from '#machines/context.ts';
import type { SectionName, Values } from '#machines/model/application.ts';
import { summaryOf, viewsOf } from '#src/forms/fieldViews.ts';
import { say } from '#src/forms/messages/index.ts';
import { checkSection } from '#src/forms/checkValues.ts';
import { scopeOf } from '#src/forms/scope.ts';
import { complete, context } from './sectionSamples.ts';

const linksOf = (section: SectionName, values: Values, lang: Language = 'en'): string[] => {
  const scope = scopeOf({ ...context, lang });
  const failures = Object.entries(checkSection(section, values, context));
  const errors = Object.fromEntries(failures.map(([name, { key, params }]) => [name, say(lang)(key, { ...params })]));
  const groups = viewsOf(section)({ values, entered: values, scope, errors, remark: null, picked: undefined });
  return summaryOf(groups, errors, Object.keys(errors), scope).map(({ message }) => message);
};

describe('The error summary', () => {
  it('error summary, all questions unanswered: names each', () => {
    const links = linksOf('loanQuestion', {});
    expect(links[0]).toBe(`${say('en')('label.question1')} Answer this question`);
    expect(new Set(links).size).toBe(11);
  });
  it('error summary, one unanswered question: names it', () => {
    expect(linksOf('loanQuestion', { ...complete.loanQuestion, '7': '' })).toEqual([
      `${say('en')('label.question7')} Answer this question`,
    ]);
  });
  it('answers that contradict each other: names the question to change', () => {
    expect(linksOf('loanQuestion', { ...complete.loanQuestion, '8': '2', '9': '5', '4': '9', '7': '1-1000' })).toEqual([
      `${say('en')('label.question9')} You said that you have had 2 in all. Change one of the two answers`,
    ]);
  });
  it('error summary, one message for several fields: begins with their labels', () => {
    expect(linksOf('personalInfo', { ...complete.personalInfo, firstName: 'A', lastName: 'B' })).toEqual([
      `${say('en')('label.firstName')}: Use at least 3 letters`,
      `${say('en')('label.lastName')}: Use at least 3 letters`,
    ]);
  });
  it('message without its field, in any language: begins with the label', () => {
    expect(linksOf('personalInfo', { ...complete.personalInfo, firstName: 'A' })).toEqual(['First name: Use at least 3 letters']);
    expect(linksOf('additionalInfo', { ...complete.additionalInfo, facebook: 'A' })).toEqual(['Facebook: Use at least 3 characters']);
    const short = { ...complete.personalInfo, firstName: 'A' };
    expect(linksOf('personalInfo', short, 'sw')).toEqual([expect.stringMatching(/^Jina la kwanza: /)]);
    expect(linksOf('personalInfo', short, 'es')).toEqual([expect.stringMatching(/^Nombre: /)]);
  });
  it('message that names its field: is the same as at the field', () => {
    expect(linksOf('personalInfo', { ...complete.personalInfo, nationalId: '123' })).toEqual(['The ID number has 8 digits']);
  });
});
