/** Sentences of the timeline: every event, call and timer of the chart can be read by someone who does not program. */
import { describe, expect, it } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import { journeyMachine } from '#machines/journey.machine.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { paymentWords } from '#machines/words.ts';
import { kindOf } from '#src/inspector/journey/kinds.ts';
import { told } from '#src/inspector/journey/told.ts';
import { faultWords, rawType, sentenceOf, wayWords } from '#src/inspector/journey/sentences.ts';

const nodes = [journeyMachine.root, ...getStateNodes(journeyMachine)];
const types = [...new Set(nodes.flatMap((node) => [...node.transitions.keys()]))].filter((type) => type !== '');

describe('the sentence of', () => {
  it.each(types)('%s is plain words', (type) => {
    const sentence = sentenceOf({ type });
    expect(sentence).toMatch(/^[A-Z]/);
    expect(sentence).not.toMatch(/undefined|xstate|[a-z][A-Z]|\w\.\w/);
  });

  it('an answer says what the lender said', () => {
    expect(sentenceOf({ type: 'xstate.done.actor.savePersonalInfo', output: { status: 7 } })).toMatch(/^Personal information saved: /);
  });

  it('a failed call says why', () => {
    const failed = (code: number) => sentenceOf({ type: 'xstate.error.actor.savePersonalInfo', error: { code, message: '' } });
    expect(failed(LOCAL.networkFailed)).toBe('Failed to save personal info: no answer came');
    expect(failed(CODE.photoUnreadable)).toBe('Failed to save personal info: photo unreadable (3005)');
  });
});

describe('a fault', () => {
  it.each([...Object.entries(CODE), ...Object.entries(LOCAL)])('%s has words', (_, code) => {
    expect(faultWords({ code, message: '' })).not.toMatch(/^code -?\d/);
  });
  it('this app does not know is a number', () => expect(faultWords({ code: 424242, message: '' })).toBe('code 424242'));
});

describe('the kind of', () => {
  it.each([
    ['offer.accepted', 'person'],
    ['xstate.route', 'person'],
    ['xstate.done.actor.loadHome', 'server'],
    ['xstate.done.actor.restoreDevice', 'shell'],
    ['xstate.error.actor.loadHome', 'problem'],
    ['network.changed', 'shell'],
    ['clock.ticked', 'time'],
    ['xstate.after.POLL.home', 'time'],
  ])('%s is %s', (type, kind) => expect(kindOf({ type })).toBe(kind));
});

it('no shell around a browser is no problem, a shell that fails is', () => {
  const failed = (port: string, code: number) => ({ type: `xstate.error.actor.${port}`, error: { code, message: '' } });
  expect(kindOf(failed('askShellLogin', LOCAL.shellMissing))).toBe('shell');
  expect(sentenceOf(failed('askShellLogin', LOCAL.shellMissing))).toBe("No shell to ask for a login: the app's own pages ask");
  expect(kindOf(failed('askShellLogin', LOCAL.shellSilent))).toBe('problem');
  expect(kindOf(failed('pickContact', LOCAL.shellMissing))).toBe('problem');
});

describe('a press that the app refused', () => {
  const moment = (code: number | null, value = 'waiting') => ({
    value,
    context: { problem: code === null ? null : { code, message: '' } },
  });
  const press = { type: 'identity.submitted' };
  const missing = moment(LOCAL.photosMissing);

  it('is a problem that says why', () =>
    expect(told(press, moment(null), missing)).toEqual({ kind: 'problem', sentence: 'Sent the ID photos, refused: a photo is missing' }));
  it('is one again when it is pressed again', () => expect(told(press, missing, missing).kind).toBe('problem'));
  it('is none once it goes on', () => expect(told(press, missing, moment(null, 'finishing')).kind).toBe('person'));
  it('leaves what is done beside a message alone', () => {
    expect(told({ type: 'photo.taken', side: 'face' }, missing, missing)).toEqual({
      kind: 'person',
      sentence: 'Took the photo of the face',
    });
    expect(told({ type: 'clock.ticked' }, moment(null), missing).kind).toBe('time');
  });
});

describe('an answer that says the business failed', () => {
  const moment = (context: object) => ({ value: 'shown', context });
  const answer = (port: string, output?: object) => ({ type: `xstate.done.actor.${port}`, output });
  const order = (status: number, orderNo = 'one') => ({ orderNo, status });

  it.each([
    [STATUS.payFail, 'Latest order: the payout failed'],
    [STATUS.reject, 'Latest order: rejected'],
    [STATUS.overdued, 'Latest order: overdue'],
  ])('of an order that became %i is a problem', (status, sentence) => {
    const [before, after] = [moment({ order: order(STATUS.lending) }), moment({ order: order(status) })];
    expect(told(answer('loadHome', { order: order(status) }), before, after)).toEqual({ kind: 'problem', sentence });
  });
  it('is said also where the sentence of the answer does not say it', () => {
    const said = told(answer('declineOffer'), moment({ order: order(STATUS.applying) }), moment({ order: order(STATUS.reject) }));
    expect(said).toEqual({ kind: 'problem', sentence: 'The offer was declined: rejected' });
  });
  it('is a problem once, and again with another order', () => {
    const overdue = moment({ order: order(STATUS.overdued) });
    expect(told(answer('loadRepayment'), overdue, overdue).kind).toBe('server');
    expect(told(answer('loadHome'), overdue, moment({ order: order(STATUS.overdued, 'two') })).kind).toBe('problem');
    expect(told({ type: 'refresh.requested' }, moment({ order: null }), overdue).kind).toBe('person');
  });
  it('of a payment says why it failed', () => {
    const failed = { payOrderId: 'p', state: 'failed', resultCode: 1032 };
    const [before, after] = [moment({ payment: { ...failed, state: 'sent' } }), moment({ payment: failed })];
    const said = { kind: 'problem', sentence: 'The payment failed: cancelled on the phone' };
    expect(told(answer('loadPayment', failed), before, after)).toEqual(said);
    expect(told(answer('loadPayment', failed), after, after).kind).toBe('server');
  });
  it('of a payment whose reason nobody wrote says the number', () =>
    expect(paymentWords({ state: 'failed', resultCode: 9999 })).toBe('The payment failed: result 9999 of M-PESA'));
  it.each(['sent', 'unknown', 'paid', 'failed'])('has a whole sentence for a payment that is %s', (state) =>
    expect(paymentWords({ state })).toMatch(/^(The|Nobody) .* .*[a-z]$/),
  );
});

describe('a way that leads on from a state', () => {
  it.each(types)('%s is plain words without what has not happened yet', (type) => {
    const words = wayWords(type);
    expect(words).toMatch(/^[A-Z]/);
    expect(words).not.toMatch(/undefined|xstate|[a-z][A-Z]|\w\.\w|code -?\d| {2}|✗|✓/);
  });
  it.each([
    ['', 'At once'],
    ['xstate.error.actor.uploadPhoto', 'Upload photo failed'],
    ['xstate.done.actor.loadHome', 'Load home done'],
    ['back.requested', 'Pressed Back'],
    ['loan.requested', 'Loan requested'],
  ])('%s reads "%s"', (type, words) => expect(wayWords(type)).toBe(words));
});

it('the raw type stands beside the sentence, short', () => {
  expect(
    ['xstate.done.actor.loadHome', 'xstate.error.actor.loadHome', 'xstate.after.POLL.home', 'offer.accepted'].map((type) =>
      rawType({ type }),
    ),
  ).toEqual(['✓ loadHome', '✗ loadHome', '⏱ POLL', 'offer.accepted']);
});
