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

it('questionnaire: it is complete with every question of the form, and no other', () => {
  expect(hasAllAnswers(answers)).toBe(true);
  for (const { name } of loanQuestion.fields) expect(hasAllAnswers({ ...answers, [name]: '' }), name).toBe(false);
  expect(hasAllAnswers(undefined)).toBe(false);
});

describe('When the questions are being answered', () => {
  it('questions, sheet open: the sheet stays until something is picked, and Back closes it', async () => {
    const journey = (await asking()).send({ type: 'picker.opened', field: '4' });
    expect(journey.at).toBe('loanQuestion.picking');
    expect(journey.send({ type: 'back.requested' }).at).toBe('loanQuestion.editing');
    expect(journey.send({ type: 'picker.opened', field: '4' }, { type: 'picker.confirmed', field: '4', value: '1' }).at).toBe(
      'loanQuestion.editing',
    );
  });

  it('questions, ten answered: the review does not open, and nothing is sent', async () => {
    const journey = (await asking()).send({ type: 'questionnaire.submitted', values: tenAnswers });
    expect(journey.at).toBe('loanQuestion.editing');
    expect(journey.calls).toEqual([]);
  });

  it('questions, eleventh answered: the review opens, and still nothing is sent', async () => {
    const journey = await reviewing();
    expect(journey.at).toBe('loanQuestion.reviewing');
    expect(journey.is('stable')).toBe(true);
    expect(journey.calls).toEqual([]);
    expect(journey.context.drafts.loanQuestion?.values).toEqual(answers);
  });

  it('questions, last answer missing: Back leads home', async () => {
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
  ] as const)('review, line of %s pressed: the section opens where it was entered, and Back returns', async (section, field, place) => {
    const journey = (await reviewing()).send({ type: 'change.requested', section, field });
    expect(journey.at).toBe(place);
    expect(journey.context.changing).toEqual({ section, field });
    expect(journey.send({ type: 'back.requested' }).at).toBe('loanQuestion.reviewing');
    expect(journey.context.changing).toEqual({ section, field });
  });

  it('review, section changed: saving the section returns to the review', async () => {
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

  it('review, sheet of a field open: Back closes the sheet first', async () => {
    const journey = (await reviewing()).send(
      { type: 'change.requested', section: 'personalInfo', field: 'state' },
      { type: 'picker.opened', field: 'state' },
      { type: 'back.requested' },
    );
    expect(journey.at).toBe('personalInfo.editing');
    expect(journey.send({ type: 'back.requested' }).at).toBe('loanQuestion.reviewing');
  });

  it('review: Back leads home, and the application comes back to the review', async () => {
    const journey = (await reviewing()).send({ type: 'back.requested' });
    expect(journey.at).toBe('home.shown');
    expect(journey.context.changing).toBeNull();
    await journey.send({ type: 'application.opened' }).answer('loadSaved', []);
    expect(journey.at).toBe('loanQuestion.reviewing');
  });

  it('review, answer deleted by another tab: the questions are shown', async () => {
    const journey = (await reviewing()).send({
      type: 'draft.changedElsewhere',
      drafts: { loanQuestion: { values: tenAnswers, savedAt: 2, basedOn: null } },
      changed: { loanQuestion: ['11'] },
    });
    expect(journey.at).toBe('loanQuestion.editing');
  });

  it('review, web view reopened: the review opens again', async () => {
    const drafts = { loanQuestion: { values: answers, savedAt: 1, basedOn: null } };
    const journey = await startJourney().answer('restoreDevice', { ...borrower, drafts, draftsOf: 'order-1', resume: '#loanQuestion' });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.question)));
    expect(journey.at).toBe('loanQuestion.reviewing');
  });

  it('review, answers for an earlier order: they do not count for this one', async () => {
    const drafts = { loanQuestion: { values: answers, savedAt: 1, basedOn: null } };
    const journey = await startJourney().answer('restoreDevice', { ...borrower, drafts, draftsOf: 'order-0', resume: '#loanQuestion' });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.question)));
    expect(journey.at).toBe('loanQuestion.editing');
    expect(journey.context.drafts).toEqual({});
  });
});

describe('When the application is sent', () => {
  /** The lender requests no data of the phone, which is the default. */
  const sending = async (): Promise<Journey> => (await reviewing()).send({ type: 'application.confirmed' }).answer('loadCollection', null);

  it('application being sent: the answers are sent once, and navigation is blocked meanwhile', async () => {
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

  it('application sent: the drafts are dropped', async () => {
    const journey = await (await sending()).answer('saveQuestionnaire', orderIn(STATUS.applying));
    expect(journey.at).toBe('reviewTips.waiting');
    expect(journey.context.drafts).toEqual({});
  });

  it('application being sent, answer lost: the review shows the problem', async () => {
    const journey = await (await sending()).fail('saveQuestionnaire', noAnswer);
    expect(journey.at).toBe('loanQuestion.reviewing');
    expect(journey.context.problem).toEqual(noAnswer);
  });

  it('application being sent, questionnaire answer refused: the form shows the problem', async () => {
    const problem = { ...refusal(CODE.invalidField), fields: { 4: 'Choose one of the options' } };
    const journey = await (await sending()).fail('saveQuestionnaire', problem);
    expect(journey.at).toBe('loanQuestion.editing');
    expect(journey.context.problem).toEqual(problem);
  });
});
