/** Which fields appear, disappear and are cleared: specification, section 4. */
import { describe, expect, it } from 'vitest';
import type { SectionName, Values } from '#machines/model/application.ts';
import { checkSection } from '#src/forms/checkValues.ts';
import { viewsOf } from '#src/forms/fieldViews.ts';
import {
  fieldNamed,
  isRequired,
  isShown,
  isTyped,
  loadSection,
  normaliseSection,
  openSection,
  refusalOf,
  scopeOf,
  shownFields,
  takeIn,
  withChange,
} from '#src/forms/scope.ts';
import { sections } from '#src/forms/sections/index.ts';
import { questionnaireMessage } from '#src/forms/sections/loanQuestion.ts';
import { presets, type Market } from '#src/market/market.ts';
import { complete, context } from './sectionSamples.ts';

const shown = (section: SectionName, values: Values, market: Market = presets.kenya): string[] =>
  shownFields(section, values, scopeOf({ ...context, market })).map((field) => field.name);

describe('section without a birthday', () => {
  const gated = ['education', 'maritalStatus', 'nationalId', 'whatsappNo', 'sparePhone', 'email'];
  it('fields that depend on a birthday, none given: are not shown', () => {
    const names = shown('personalInfo', {});
    expect(names).toEqual(expect.arrayContaining(['firstName', 'inputBirthday', 'residenceType', 'state', 'city', 'address']));
    expect(names.filter((name) => gated.includes(name))).toEqual([]);
    expect(Object.keys(checkSection('personalInfo', {}, context)).filter((name) => gated.includes(name))).toEqual([]);
  });
  it('personal information, birthday chosen: shows the fields that wait for it', () => {
    expect(shown('personalInfo', { inputBirthday: '15-03-1992' })).toEqual(expect.arrayContaining(gated));
  });
});

describe('province and district', () => {
  it('no province chosen: the district is locked, with the reason', () => {
    const city = fieldNamed('personalInfo', 'city');
    expect(city?.locked?.({}, scopeOf(context))).toBe('personalInfomation.stateTip');
    expect(city?.locked?.({ state: 'coast' }, scopeOf(context))).toBeNull();
  });
  it('district, another province chosen: is cleared', () => {
    const values = withChange('personalInfo', { ...complete.personalInfo }, 'state', 'coast', context);
    expect(values['state']).toBe('coast');
    expect(values['city']).toBe('');
  });
  it('the same province chosen again: clears nothing', () => {
    const values = withChange('personalInfo', { ...complete.personalInfo }, 'state', 'rift-valley', context);
    expect(values['city']).toBe('nakuru');
  });
  it('province chosen: offers its districts', () => {
    const names = fieldNamed('personalInfo', 'city')
      ?.options?.({ state: 'north-eastern' }, scopeOf(context))
      .map((option) => option.id);
    expect(names).toEqual(['garissa', 'ijara', 'mandera', 'wajir']);
  });
});

describe('employment', () => {
  const paid = ['jobExperience', 'payFrequency'];
  it.each(['unemployed', 'noWork'])('employment %s: shows no industry, experience or payday', (employmentType) => {
    const names = shown('additionalInfo', { ...complete.additionalInfo, employmentType });
    for (const name of ['industryCategory', ...paid, 'monthlyPayday', 'companyPhone', 'companyAddress']) expect(names).not.toContain(name);
    expect(names).toContain('monthlySalary');
  });
  it('employment, self employed: shows an industry, but no experience or payday', () => {
    const names = shown('additionalInfo', { ...complete.additionalInfo, employmentType: 'selfEmployed' });
    expect(names).toContain('industryCategory');
    for (const name of [...paid, 'monthlyPayday']) expect(names).not.toContain(name);
  });
  it.each(['employee', 'partTime', 'freelance', 'others', 'student'])(
    'employment %s: shows industry, experience and payday',
    (employmentType) => {
      expect(shown('additionalInfo', { ...complete.additionalInfo, employmentType })).toEqual(
        expect.arrayContaining(['industryCategory', ...paid, 'monthlyPayday']),
      );
    },
  );
  it('employment changed to one without work: clears the industry and every field that it hides', () => {
    const values = withChange('additionalInfo', { ...complete.additionalInfo }, 'employmentType', 'selfEmployed', context);
    expect([values['industryCategory'], values['jobExperience'], values['payFrequency'], values['monthlyPayday']]).toEqual([
      '',
      '',
      '',
      '',
    ]);
    expect(values['monthlySalary']).toBe('15000-29999');
  });
  it('employment changed to another with work: clears the industry only', () => {
    const values = withChange('additionalInfo', { ...complete.additionalInfo }, 'employmentType', 'partTime', context);
    expect(values['industryCategory']).toBe('');
    expect(values['monthlyPayday']).toBe('28');
  });
});

describe('pay frequency', () => {
  const paydays = (payFrequency: string) => {
    const values = { employmentType: 'employee', payFrequency };
    const names = shown('additionalInfo', values);
    return ['monthlyPayday', 'monthlyPaydayTwo']
      .filter((name) => names.includes(name))
      .map((name) => fieldNamed('additionalInfo', name)?.options?.(values, scopeOf(context)).length);
  };
  it.each([
    ['nothing', '', []],
    ['monthly', 'monthly', [31]],
    ['biweekly', 'biweekly', [31, 31]],
    ['weekly', 'weekly', [7]],
    ['fourteen', 'fourteen', [7, 7]],
  ])('pay frequency %s: it decides which paydays are asked', (_title, frequency, expected) => {
    expect(paydays(frequency)).toEqual(expected);
  });
  it('pay frequency, changed: clears both paydays', () => {
    const before = { ...complete.additionalInfo, payFrequency: 'biweekly', monthlyPayday: '5', monthlyPaydayTwo: '20' };
    const values = withChange('additionalInfo', before, 'payFrequency', 'fourteen', context);
    expect([values['monthlyPayday'], values['monthlyPaydayTwo']]).toEqual(['', '']);
  });
});

describe('section loaded', () => {
  it.each([
    ['additionalInfo', 'employmentType'],
    ['additionalInfo', 'jobExperience'],
    ['personalInfo', 'residenceType'],
    ['personalInfo', 'city'],
    ['bankAccount', 'bankCode'],
    ['loanQuestion', '7'],
  ] as const)('loaded section, %s.%s no longer offered: the field is reset to empty', (section, name) => {
    expect(loadSection(section, { ...complete[section], [name]: 'gone' }, context)[name]).toBe('');
    expect(loadSection(section, complete[section], context)[name]).toBe(complete[section][name]);
  });
  it('employment type no longer offered: clears the fields that depend on it', () => {
    const values = loadSection('additionalInfo', { ...complete.additionalInfo, employmentType: 'gone' }, context);
    expect([values['industryCategory'], values['payFrequency'], values['companyPhone']]).toEqual(['', '', '']);
  });
  it('stored phone numbers and unknown fields: shows numbers without country code, drops the fields', () => {
    const values = loadSection('personalInfo', { ...complete.personalInfo, whatsappNo: '254712345678', unknown: 'x' }, context);
    expect(values['whatsappNo']).toBe('712345678');
    expect(values).not.toHaveProperty('unknown');
  });
  it('section stored and loaded again: has the same values', () => {
    for (const section of ['personalInfo', 'additionalInfo', 'bankAccount', 'loanQuestion'] as const) {
      const stored = normaliseSection(section, complete[section], context);
      expect(normaliseSection(section, loadSection(section, stored, context), context)).toEqual(stored);
      expect(checkSection(section, stored, context)).toEqual({});
    }
  });
});

describe('the payout account', () => {
  const own = '712345678';
  const mpesa = (mobile: string): Values => ({ accountKind: 'mpesa', mobile, verificationCode: '123456' });
  const choose = (values: Values, kind: string) => withChange('bankAccount', values, 'accountKind', kind, context);

  it('payout account, nothing saved yet, M-PESA chosen: the registered number is filled in', () => {
    const opened = openSection('bankAccount', {}, context);
    expect(opened['mobile']).toBe('');
    expect(choose(opened, 'mpesa')['mobile']).toBe(own);
    expect(openSection('bankAccount', { accountKind: 'mpesa' }, context)['mobile']).toBe(own);
  });
  it('payout account, another number or an emptied field was kept: the registered number is not filled in again', () => {
    expect(openSection('bankAccount', { accountKind: 'mpesa', mobile: '254722000111' }, context)['mobile']).toBe('722000111');
    expect(openSection('bankAccount', { accountKind: 'mpesa', mobile: '' }, context)['mobile']).toBe('');
  });
  it.each([
    ['the registered number', mpesa(own), []],
    ['the registered number in another spelling', mpesa('+254 712 345 678'), []],
    ['half a number', mpesa('7220001'), ['mobile']],
    ['another number', mpesa('722000111'), ['mobileVerificationCode']],
    ['a bank account', complete.bankAccount, []],
  ] as const)('payout account, %s: a second code is needed only for another number', (_, values, refused) => {
    expect(Object.keys(checkSection('bankAccount', values, context))).toEqual(refused);
  });
  it('payout account, number changed: the code typed for the number before is cleared, the other code stays', () => {
    const before = { ...mpesa('722000111'), mobileVerificationCode: '654321' };
    expect(withChange('bankAccount', before, 'mobile', '722000112', context)).toMatchObject({
      mobileVerificationCode: '',
      verificationCode: '123456',
    });
  });
});

describe('section stored', () => {
  it('section stored, any values: phones become 254..., text is trimmed, e-mail hosts are lower case, hidden fields are empty', () => {
    const values = normaliseSection(
      'personalInfo',
      { ...complete.personalInfo, whatsappNo: '0712345678', address: '  Moi  Avenue ', email: 'Amina@GMAIL.com' },
      context,
    );
    expect(values['whatsappNo']).toBe('254712345678');
    expect(values['address']).toBe('Moi Avenue');
    expect(values['email']).toBe('Amina@gmail.com');
    expect(
      normaliseSection('bankAccount', { ...complete.bankAccount, accountKind: 'mpesa', mobile: '712345678' }, context)['accountNumber'],
    ).toBe('');
  });
});

describe('emergency contacts', () => {
  const twice = { ...complete.additionalInfo, emergencyContactMobile2: '0722000111' };
  it('contacts 1 and 2 with one number in two spellings: the second is refused', () => {
    expect(checkSection('additionalInfo', twice, context)).toEqual({
      emergencyContactMobile2: { key: 'additionalInfomation.sameContactMobileTip', params: { other: 1 } },
    });
  });
  it('contacts 1 and 2 with one number, contact 1 typed last: the first is refused', () => {
    const isTypedAfter = (field: string) => field === 'emergencyContactMobile1';
    expect(checkSection('additionalInfo', twice, { ...context, isTypedAfter })).toEqual({
      emergencyContactMobile1: { key: 'additionalInfomation.sameContactMobileTip', params: { other: 2 } },
    });
  });
  it('contacts 3 to 5 empty: are accepted', () => {
    expect(checkSection('additionalInfo', complete.additionalInfo, context)).toEqual({});
  });
  it('contact with a name and no number: is refused', () => {
    expect(checkSection('additionalInfo', { ...complete.additionalInfo, emergencyContactName4: 'Juma' }, context)).toEqual({
      emergencyContactMobile4: { key: 'required.contactMobile', params: { n: 4 } },
    });
    expect(
      Object.keys(checkSection('additionalInfo', { ...complete.additionalInfo, emergencyContactRelation5: 'others' }, context)),
    ).toEqual(['emergencyContactName5', 'emergencyContactMobile5']);
  });
  it('relationship of another contact chosen: is refused at once', () => {
    const field = fieldNamed('additionalInfo', 'emergencyContactRelation2');
    expect(field && refusalOf(field, 'siblings', complete.additionalInfo, context)?.key).toBe(
      'additionalInfomation.sameContactRelationTip',
    );
    expect(field && refusalOf(field, 'child', complete.additionalInfo, context)).toBeNull();
  });
  const pick = (n: number, name: string, phone: string) =>
    takeIn(
      'additionalInfo',
      { ...complete.additionalInfo, [`emergencyContactName${n}`]: name, [`emergencyContactMobile${n}`]: phone },
      complete.additionalInfo,
      context,
    );
  it('contact picked from the phone book: loses its prefix', () => {
    const { values, refused } = pick(3, 'Mama', '+254 744 000-333');
    expect(refused).toEqual({});
    expect([values['emergencyContactName3'], values['emergencyContactMobile3']]).toEqual(['Mama', '744000333']);
  });
  it('name picked from the phone book: becomes one visible line of the typed length', () => {
    const { values } = pick(3, `Mama\u202E\n Njeri ${'x'.repeat(10_000)}`, '0744000333');
    expect(values['emergencyContactName3']).toBe(`Mama Njeri ${'x'.repeat(39)}`);
  });
  it('number of the other contact picked: is refused and changes nothing', () => {
    const { values, refused } = pick(2, 'Grace again', '+254722000111');
    expect(refused['emergencyContactMobile2']?.key).toBe('additionalInfomation.sameContactMobileTip');
    expect([values['emergencyContactName2'], values['emergencyContactMobile2']]).toEqual(['Peter Otieno', '733000222']);
  });
  it("the borrower's own number picked: is refused", () => {
    expect(pick(1, 'Me', '0712345678').refused['emergencyContactMobile1']?.key).toBe('invalid.contactIsBorrower');
  });
});

describe('the credit history', () => {
  it('credit history, no answer, some answers, submitted early: shows the text for each', () => {
    expect(questionnaireMessage({}, 'answering')).toBe('questionnaire.first');
    expect(questionnaireMessage({}, 'submitted')).toBe('questionnaire.first');
    expect(questionnaireMessage({ 1: 'no' }, 'answering')).toBe('questionnaire.complete');
    expect(questionnaireMessage({ 1: 'no' }, 'submitted')).toBe('questionnaire.incomplete');
    expect(questionnaireMessage(complete.loanQuestion, 'submitted')).toBeNull();
  });
});

describe('request that no form made', () => {
  it('values that are not text: count as missing', () => {
    const values = JSON.parse('{"firstName":5,"lastName":{"a":1},"gender":["1"],"constructor":"x"}') as Values;
    const failures = checkSection('personalInfo', values, context);
    expect([failures['firstName']?.key, failures['lastName']?.key, failures['gender']?.key]).toEqual([
      'required.firstName',
      'required.lastName',
      'required.gender',
    ]);
    expect(normaliseSection('personalInfo', values, context)).not.toHaveProperty('constructor', 'x');
  });
  it('request that no form made, several errors: are in the order of the form', () => {
    const refused = Object.keys(checkSection('personalInfo', { inputBirthday: '15-03-1992' }, context));
    expect(refused).toEqual(expect.arrayContaining(['firstName', 'lastName', 'address']));
    expect(refused).toEqual(sections.personalInfo.fields.map(({ name }) => name).filter((name) => refused.includes(name)));
  });
});

describe('what is typed', () => {
  const TYPED = ['', 'a', '0712345678', '722000111', '1', '12/29', 'Amina'];
  /** Everything that the description of a field returns, except for its rules. */
  const saidOf = (section: SectionName, values: Values, market: Market, group: string) => {
    const scope = scopeOf({ ...context, market });
    return sections[section].fields
      .filter((field) => field.group !== group)
      .map((field) => [
        field.name,
        isShown(field, values, scope),
        isRequired(field, values, scope),
        field.locked?.(values, scope) ?? null,
        field.options?.(values, scope).length ?? 0,
      ]);
  };
  const shownIn = (section: SectionName, values: Values, market: Market, group: string): string[] =>
    sections[section].fields
      .filter((field) => field.group === group && isShown(field, values, scopeOf({ ...context, market })))
      .map(({ name }) => name);

  it.each(Object.keys(sections) as SectionName[])(
    'typed field in %s: changes no field outside its group, and clears the fields that it shows or hides',
    (section) => {
      for (const market of Object.values(presets)) {
        for (const base of [{}, complete[section], { ...complete[section], accountKind: 'mpesa' }]) {
          for (const field of sections[section].fields.filter(isTyped)) {
            const variants = TYPED.map((text) => ({ ...base, [field.name]: text }));
            const said = variants.map((values) => JSON.stringify(saidOf(section, values, market, field.group)));
            expect(new Set(said).size, field.name).toBe(1);
            const shown = variants.map((values) => shownIn(section, values, market, field.group));
            const sometimes = shown.flat().filter((name) => !shown.every((names) => names.includes(name)));
            expect(field.clears ?? [], field.name).toEqual(expect.arrayContaining(sometimes));
          }
        }
      }
    },
  );
});

describe('views of a form', () => {
  const looks = (values: Values, entered = values) => ({
    values,
    entered,
    scope: SCOPE,
    errors: NO_ERRORS,
    remark: null,
    picked: undefined,
  });
  const SCOPE = scopeOf(context);
  const NO_ERRORS = {};
  const values = complete.additionalInfo;

  it('letter that changes nothing: keeps the same objects', () => {
    const draw = viewsOf('additionalInfo');
    const before = draw(looks(values));
    const after = draw(looks({ ...values, emergencyContactName1: 'Grace Achieng O' }));
    const changed = after.filter((group, i) => group !== before[i]);
    expect(changed.map(({ name }) => name)).toEqual(['contact1']);
    const old = before.find(({ name }) => name === 'contact1')?.views ?? [];
    expect(changed[0]?.views.filter((view, i) => view !== old[i]).map(({ field }) => field.name)).toEqual(['emergencyContactName1']);
  });

  it('letter that no condition depends on: keeps the same objects', () => {
    const draw = viewsOf('additionalInfo');
    const before = draw(looks(values));
    const after = draw(looks({ ...values, emergencyContactName1: 'Grace Achieng O' }, values));
    expect(after.every((group, i) => group === before[i])).toBe(true);
  });

  it('views of a form, after any changes: equal those of a newly opened form', () => {
    const steps = [
      withChange('additionalInfo', values, 'payFrequency', 'weekly', context),
      withChange('additionalInfo', values, 'employmentType', 'unemployed', context),
      { ...values, emergencyContactName3: 'Otieno' },
      { ...values, emergencyContactName3: '', companyPhone: '' },
      withChange('additionalInfo', values, 'companyState', 'coast', context),
    ];
    const draw = viewsOf('additionalInfo');
    for (const step of steps) expect(draw(looks(step))).toEqual(viewsOf('additionalInfo')(looks(step)));
  });
});
