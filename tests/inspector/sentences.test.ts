/** Sentences of the timeline: every event, call and timer of the chart is described without terms of programming. */
import { describe, expect, it } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import { journeyMachine } from '#machines/journey.machine.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { paymentWords } from '#machines/words.ts';
import { kindOf, portAnswerOf } from '#src/inspector/journey/eventKinds.ts';
import { describeEvent } from '#src/inspector/journey/describeEvent.ts';
import { rawType } from '#src/inspector/journey/callAnswers.ts';
import { callName, faultWords } from '#src/inspector/journey/problemWords.ts';
import { sentenceOf, wayWords } from '#src/inspector/journey/sentences.ts';

const nodes = [journeyMachine.root, ...getStateNodes(journeyMachine)];
const types = [...new Set(nodes.flatMap((node) => [...node.transitions.keys()]))].filter((type) => type !== '');

const callIds = types.flatMap((type) => /^xstate\.error\.actor\.(.+)$/.exec(type)?.[1] ?? []);

describe('transition before it is taken', () => {
  it.each(types)('sentence of a transition before it is taken, %s: is one plain text without alternatives', (type) =>
    expect(wayWords(type)).toMatch(/^(?!.*(, or:|undefined|xstate|[a-z][A-Z]))[A-Z]/),
  );
});

describe('sentence of an event', () => {
  it.each(types)('sentence of event %s: is plain text', (type) => {
    const sentence = sentenceOf({ type });
    expect(sentence).toMatch(/^[A-Z]/);
    expect(sentence).not.toMatch(/undefined|xstate|[a-z][A-Z]|\w\.\w/);
  });

  it('sentence of an event, answer: contains the result', () => {
    expect(sentenceOf({ type: 'xstate.done.actor.savePersonalInfo', output: { status: 7 } })).toMatch(/^Personal information saved: /);
  });

  it('sentence of an event, failed call: contains the reason', () => {
    const failed = (code: number) => sentenceOf({ type: 'xstate.error.actor.savePersonalInfo', error: { code, message: '' } });
    expect(failed(LOCAL.networkFailed)).toBe('Saving personal information: no answer came');
    expect(failed(CODE.photoUnreadable)).toBe('Saving personal information: the photo could not be read');
  });

  it('sentence of an event, refused fields: names them as the form does, before the cause', () => {
    const fields = { nationalId: '[words 1]' };
    const refused = (code: number) => sentenceOf({ type: 'xstate.error.actor.savePersonalInfo', error: { code, message: '', fields } });
    expect(refused(CODE.invalidField)).toBe('Saving personal information: ID number not accepted');
    expect(refused(CODE.idTaken)).toBe('Saving personal information: ID number: the ID has an account already');
  });
});

describe('name of a fault', () => {
  it.each([...Object.entries(CODE), ...Object.entries(LOCAL)].filter(([, code]) => code !== CODE.ok))('fault %s: has a text', (_, code) => {
    expect(faultWords({ code, message: '' })).not.toMatch(/\d|[a-z][A-Z]/);
  });
  it('name of a fault, unknown code: is the number', () => expect(faultWords({ code: 424242, message: '' })).toBe('code 424242'));
});

describe('name of a call', () => {
  it.each(callIds)('name of call %s: says what the borrower waits for', (id) =>
    expect(callName(id, portAnswerOf(`xstate.error.actor.${id}`)?.port)).toMatch(/^[A-Z][a-z]+ing( |$)/),
  );
});

describe('kind of an event', () => {
  it.each([
    ['offer.accepted', 'person'],
    ['xstate.route', 'person'],
    ['xstate.done.actor.loadHome', 'server'],
    ['xstate.done.actor.restoreDevice', 'shell'],
    ['xstate.error.actor.loadHome', 'problem'],
    ['network.changed', 'shell'],
    ['clock.ticked', 'time'],
    ['xstate.after.POLL.home', 'time'],
  ])('kind of event %s: is %s', (type, kind) => expect(kindOf({ type })).toBe(kind));
});

it('no shell in a browser: is no problem; failed shell: is one', () => {
  const failed = (port: string, code: number) => ({ type: `xstate.error.actor.${port}`, error: { code, message: '' } });
  expect(kindOf(failed('askShellLogin', LOCAL.shellMissing))).toBe('shell');
  expect(sentenceOf(failed('askShellLogin', LOCAL.shellMissing))).toBe("No shell to ask for a login: the app's own pages ask");
  expect(kindOf(failed('askShellLogin', LOCAL.shellSilent))).toBe('problem');
  expect(kindOf(failed('pickContact', LOCAL.shellMissing))).toBe('problem');
});

describe('press refused by the app', () => {
  const moment = (code: number | null, value = 'waiting') => ({
    value,
    context: { problem: code === null ? null : { code, message: '' } },
  });
  const press = { type: 'identity.submitted' };
  const missing = moment(LOCAL.photosMissing);

  it('press refused by the app: it is a problem with its reason', () =>
    expect(describeEvent(press, moment(null), missing)).toEqual({
      kind: 'problem',
      sentence: 'Sent the ID photos, refused: a photo is missing',
      code: '-12 photosMissing',
    }));
  it('press refused by the app, pressed again: is another problem', () =>
    expect(describeEvent(press, missing, missing).kind).toBe('problem'));
  it('press refused by the app, accepted: is no problem', () =>
    expect(describeEvent(press, missing, moment(null, 'finishing')).kind).toBe('person'));
  it('message of a press refused by the app, other events while it is shown: are no problems', () => {
    expect(describeEvent({ type: 'photo.taken', side: 'face' }, missing, missing)).toEqual({
      kind: 'person',
      sentence: 'Took the photo of the face',
    });
    expect(describeEvent({ type: 'clock.ticked' }, moment(null), missing).kind).toBe('time');
  });
});

describe('answer that reports a failure of the business', () => {
  const moment = (context: object) => ({ value: 'shown', context });
  const answer = (port: string, output?: object) => ({ type: `xstate.done.actor.${port}`, output });
  const order = (status: number, orderNo = 'one') => ({ orderNo, status });

  it.each([
    [STATUS.payFail, 'Latest order: the payout failed'],
    [STATUS.reject, 'Latest order: rejected'],
    [STATUS.overdued, 'Latest order: overdue'],
  ])('order in status %i: is a problem', (status, sentence) => {
    const [before, after] = [moment({ order: order(STATUS.lending) }), moment({ order: order(status) })];
    expect(describeEvent(answer('loadHome', { order: order(status) }), before, after)).toEqual({ kind: 'problem', sentence });
  });
  it('sentence without the failure: the failure is added', () => {
    const said = describeEvent(answer('declineOffer'), moment({ order: order(STATUS.applying) }), moment({ order: order(STATUS.reject) }));
    expect(said).toEqual({ kind: 'problem', sentence: 'The offer was declined: rejected' });
  });
  it('answer that reports a failure of the business: it is reported once, and again for another order', () => {
    const overdue = moment({ order: order(STATUS.overdued) });
    expect(describeEvent(answer('loadRepayment'), overdue, overdue).kind).toBe('server');
    expect(describeEvent(answer('loadHome'), overdue, moment({ order: order(STATUS.overdued, 'two') })).kind).toBe('problem');
    expect(describeEvent({ type: 'refresh.requested' }, moment({ order: null }), overdue).kind).toBe('person');
  });
  it('answer that reports a failure of the business, failed payment: contains the reason', () => {
    const failed = { payOrderId: 'p', state: 'failed', resultCode: 1032 };
    const [before, after] = [moment({ paying: { payment: { ...failed, state: 'sent' } } }), moment({ paying: { payment: failed } })];
    const said = { kind: 'problem', sentence: 'The payment failed: cancelled on the phone' };
    expect(describeEvent(answer('loadPayment', failed), before, after)).toEqual(said);
    expect(describeEvent(answer('loadPayment', failed), after, after).kind).toBe('server');
  });
  it('failed payment with an unknown reason: contains the number', () =>
    expect(paymentWords({ state: 'failed', resultCode: 9999 })).toBe('The payment failed: result 9999 of M-PESA'));
  it.each(['sent', 'unknown', 'paid', 'failed'])(
    'answer that reports a failure of the business, payment %s: has a complete sentence',
    (state) => expect(paymentWords({ state })).toMatch(/^(The|Nobody) .* .*[a-z]$/),
  );
});

describe('label of a transition', () => {
  it.each(types)('label of transition %s: is plain text without results', (type) => {
    const words = wayWords(type);
    expect(words).toMatch(/^[A-Z]/);
    expect(words).not.toMatch(/undefined|xstate|[a-z][A-Z]|\w\.\w|code -?\d| {2}|✗|✓/);
  });
  it.each([
    ['', 'At once'],
    ['xstate.error.actor.uploadPhoto', 'Sending a photo failed'],
    ['xstate.done.actor.loadHome', 'The latest order arrived'],
    ['xstate.done.actor.finishPhotos', 'ID photos accepted'],
    ['xstate.done.actor.openCamera', 'The phone answered about its camera'],
    ['back.requested', 'Pressed Back'],
    ['loan.requested', 'Loan requested'],
  ])('label of transition "%s": is "%s"', (type, words) => expect(wayWords(type)).toBe(words));
});

it('raw type: is shown beside the sentence, shortened', () => {
  expect(
    ['xstate.done.actor.loadHome', 'xstate.error.actor.loadHome', 'xstate.after.POLL.home', 'offer.accepted'].map((type) =>
      rawType({ type }),
    ),
  ).toEqual(['✓ loadHome', '✗ loadHome', '⏱ POLL', 'offer.accepted']);
});
