/** The questionnaire, and the review before the application is sent. */
import { describe, expect, it } from 'vitest';
import { hasAllAnswers } from '#machines/model/application.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { loanQuestion } from '#src/forms/sections/loanQuestion.ts';
import { orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal, startJourney, borrower, type Journey } from '../chartDriver.ts';
import { homeWith } from '../../paths/lenderSamples.ts';

const answers = Object.fromEntries(loanQuestion.fields.map(({ name }) => [name, '0']));
const tenAnswers = { ...answers, 11: '' };

const asking = async () => (await asBorrower(orderIn(STATUS.question))).open('#loanQuestion');
const reviewing = async () => (await asking()).send({ type: 'questionnaire.submitted', values: answers });

it('every question of the form counts for a complete set, and no other', () => {
  expect(hasAllAnswers(answers)).toBe(true);
  for (const { name } of loanQuestion.fields) expect(hasAllAnswers({ ...answers, [name]: '' }), name).toBe(false);
  expect(hasAllAnswers(undefined)).toBe(false);
});

describe('When the questions are being answered', () => {
  it('a sheet lies over them until something is picked, and Back closes it', async () => {
    const journey = (await asking()).send({ type: 'picker.opened', field: '4' });
    expect(journey.at).toBe('loanQuestion.picking');
    expect(journey.send({ type: 'back.requested' }).at).toBe('loanQuestion.editing');
    expect(journey.send({ type: 'picker.opened', field: '4' }, { type: 'picker.confirmed', field: '4', value: '1' }).at).toBe(
      'loanQuestion.editing',
    );
  });

  it('ten answers do not open the review, and nothing is sent', async () => {
    const journey = (await asking()).send({ type: 'questionnaire.submitted', values: tenAnswers });
    expect(journey.at).toBe('loanQuestion.editing');
    expect(journey.calls).toEqual([]);
  });

  it('the eleventh leads to the review, and still nothing is sent', async () => {
    const journey = await reviewing();
    expect(journey.at).toBe('loanQuestion.reviewing');
    expect(journey.is('stable')).toBe(true);
    expect(journey.calls).toEqual([]);
    expect(journey.context.drafts.loanQuestion?.values).toEqual(answers);
  });

  it('Back before the last answer leads home', async () => {
    expect((await asking()).send({ type: 'back.requested' }).at).toBe('home.shown');
  });
});

describe('When the application is reviewed', () => {
  it.each([
    ['personalInfo', 'lastName', 'personalInfo.editing'],
    ['additionalInfo', 'companyAddress', 'additionalInfo.editing'],
    ['idPhotos', 'face', 'idPhotos.comparing'],
    ['bankAccount', 'accountKind', 'bankAccount.editing'],
    ['loanQuestion', '3', 'loanQuestion.editing'],
  ] as const)('a line of %s is changed where it was entered, and Back returns', async (section, field, place) => {
    const journey = (await reviewing()).send({ type: 'change.requested', section, field });
    expect(journey.at).toBe(place);
    expect(journey.context.changing).toEqual({ section, field });
    expect(journey.send({ type: 'back.requested' }).at).toBe('loanQuestion.reviewing');
    expect(journey.context.changing).toEqual({ section, field });
  });

  it('a changed section returns once it is saved', async () => {
    const journey = (await reviewing()).send({ type: 'change.requested', section: 'personalInfo', field: 'lastName' });
    await journey.send({ type: 'personalInfo.submitted', values: { lastName: 'Njeri' } }).answer('savePersonalInfo', {
      ...orderIn(STATUS.question),
      saved: { section: 'personalInfo', values: { lastName: 'Njeri' }, savedAt: 9 },
    });
    expect(journey.at).toBe('loanQuestion.reviewing');
    expect(journey.context.saved.personalInfo).toEqual({ lastName: 'Njeri' });
    expect(journey.context.order).not.toHaveProperty('saved');
    expect(journey.context.changing, 'the eye returns to the line').toEqual({ section: 'personalInfo', field: 'lastName' });
  });

  it('Back closes the sheet of a field first', async () => {
    const journey = (await reviewing()).send(
      { type: 'change.requested', section: 'personalInfo', field: 'state' },
      { type: 'picker.opened', field: 'state' },
      { type: 'back.requested' },
    );
    expect(journey.at).toBe('personalInfo.editing');
    expect(journey.send({ type: 'back.requested' }).at).toBe('loanQuestion.reviewing');
  });

  it('Back leads home, and the application comes back to it', async () => {
    const journey = (await reviewing()).send({ type: 'back.requested' });
    expect(journey.at).toBe('home.shown');
    expect(journey.context.changing).toBeNull();
    await journey.send({ type: 'application.opened' }).answer('loadSaved', []);
    expect(journey.at).toBe('loanQuestion.reviewing');
  });

  it('an answer that another window deleted leads back to the questions', async () => {
    const journey = (await reviewing()).send({
      type: 'draft.changedElsewhere',
      drafts: { loanQuestion: { values: tenAnswers, savedAt: 2, basedOn: null } },
      changed: { loanQuestion: ['11'] },
    });
    expect(journey.at).toBe('loanQuestion.editing');
  });

  it('a reopened web view opens the review again', async () => {
    const drafts = { loanQuestion: { values: answers, savedAt: 1, basedOn: null } };
    const journey = await startJourney().answer('restoreDevice', { ...borrower, drafts, draftsOf: 'order-1', resume: '#loanQuestion' });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.question)));
    expect(journey.at).toBe('loanQuestion.reviewing');
  });

  it('answers for an earlier order do not count for this one', async () => {
    const drafts = { loanQuestion: { values: answers, savedAt: 1, basedOn: null } };
    const journey = await startJourney().answer('restoreDevice', { ...borrower, drafts, draftsOf: 'order-0', resume: '#loanQuestion' });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.question)));
    expect(journey.at).toBe('loanQuestion.editing');
    expect(journey.context.drafts).toEqual({});
  });
});

describe('When the application is sent', () => {
  /** The lender asks for nothing of the phone, as it is by default. */
  const sending = async (): Promise<Journey> => (await reviewing()).send({ type: 'application.confirmed' }).answer('loadCollection', null);

  it('the answers are sent once, and navigation is blocked meanwhile', async () => {
    const journey = (await sending()).send(
      { type: 'back.requested' },
      { type: 'application.confirmed' },
      { type: 'application.sentElsewhere' },
    );
    expect(journey.open('#home').at).toBe('loanQuestion.sending');
    expect(journey.is('overlay')).toBe(true);
    expect(journey.calls).toEqual(['saveQuestionnaire']);
    expect(journey.inputOf('saveQuestionnaire')).toEqual({ orderNo: 'order-1', values: answers });
  });

  it('a successful send drops the drafts', async () => {
    const journey = await (await sending()).answer('saveQuestionnaire', orderIn(STATUS.applying));
    expect(journey.at).toBe('reviewTips.waiting');
    expect(journey.context.drafts).toEqual({});
  });

  it('and the answer is lost, the review shows the problem', async () => {
    const journey = await (await sending()).fail('saveQuestionnaire', noAnswer);
    expect(journey.at).toBe('loanQuestion.reviewing');
    expect(journey.context.problem).toEqual(noAnswer);
  });

  it('and a questionnaire answer is refused, the form shows the problem', async () => {
    const problem = { ...refusal(CODE.invalidField), fields: { 4: 'Choose one of the options' } };
    const journey = await (await sending()).fail('saveQuestionnaire', problem);
    expect(journey.at).toBe('loanQuestion.editing');
    expect(journey.context.problem).toEqual(problem);
  });
});
