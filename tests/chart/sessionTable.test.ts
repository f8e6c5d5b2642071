/** Every call of the chart with each of the four codes that end a session, in one table: a new call cannot be forgotten. */
import { describe, expect, it } from 'vitest';
import { initialContext } from '#machines/context.ts';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { loaded } from '#machines/model/loadable.ts';
import { SESSION_LOSSES } from '../paths/cases/failures.ts';
import { createStepper } from '../paths/explore.ts';
import { offer, orderIn, session } from '../paths/lenderSamples.ts';
import { nodesOf } from '../paths/steps.ts';

/** Calls of signing in. Only a visitor makes them, who has no session that could end. */
const OF_VISITORS = /^(findMobile|requestCode\.(login|register)|askCaptcha|solveCaptcha|logIn|registerBorrower)/;

/** Calls while no session exists yet, or while it is ending, each with the reason. */
const WITHOUT_SESSION: Readonly<Record<string, string>> = {
  restoreDevice: 'the phone is read, the lender is not asked',
  askShellLogin: 'asks the shell, for a visitor',
  keepShellSession: 'a session begins, the lender is not asked',
  forgetSession: 'the session is ending here',
  logOut: 'the borrower ends the session',
  forgetClosed: 'the account is closed, and with it the session',
  forgetSignedOut: 'the lender has ended every session',
  pickContact: 'asks the shell, which knows no such code',
  openCamera: 'opens a camera of the phone, the lender is not asked',
  startRecording: 'the recorder is fetched, the lender is not asked',
  saveRecording: 'the phone hands over a file, the lender is not asked',
};

type Value = Parameters<typeof journeyMachine.resolveState>[0]['value'];
const valueOf = (path: readonly string[]): unknown =>
  path.reduceRight<unknown>((below, key) => (below === undefined ? key : { [key]: below }), undefined);

const stepper = createStepper(journeyMachine);
const calls = nodesOf(journeyMachine).flatMap((node) => node.invoke.map(({ id }) => ({ id, at: node.path.join('.'), path: node.path })));

const signedIn = (path: readonly string[]): JourneySnapshot =>
  journeyMachine.resolveState({
    value: valueOf(path) as Value,
    context: {
      ...initialContext,
      session,
      epoch: 3,
      order: orderIn(STATUS.question),
      offer: loaded(offer),
      drafts: {
        personalInfo: { values: { firstName: 'Wanjiru' }, savedAt: 1 },
        loanQuestion: { values: { 1: 'no' }, savedAt: 1 },
      },
    },
  });

const failing = (id: string, code: number) => ({
  name: `${id} failed`,
  event: { type: `xstate.error.actor.${id}`, error: { code, message: 'in the words of the lender' }, actorId: id },
});

describe.each(calls.filter(({ id }) => !(id in WITHOUT_SESSION)))('$id in $at', ({ id, path }) => {
  const isOfVisitors = OF_VISITORS.test(id);

  it.each(Object.entries(SESSION_LOSSES))(
    `session lost, %s: ${isOfVisitors ? 'it is a refusal like any other' : 'the session ends'}`,
    (_, code) => {
      const before = signedIn(path);
      const after = stepper.step(before, failing(id, code))?.snapshot;
      if (isOfVisitors) return expect(after?.matches('sessionEnded')).toBe(false);
      expect(after?.matches('sessionEnded')).toBe(true);
      // The context is cleared once: nothing of the borrower is left, there is one message, and the epoch is the next one.
      expect(after?.context).toEqual({
        ...initialContext,
        epoch: 4,
        lostSession: true,
        notice: { key: 'sessionEnded', message: 'in the words of the lender' },
      });
      expect(
        stepper.step(after as JourneySnapshot, {
          name: 'again',
          event: { type: 'session.lost', epoch: 3, problem: { code, message: '' } },
        }),
      ).toBeNull();
    },
  );

  it('call refused with another code: the session continues', () => {
    expect(stepper.step(signedIn(path), failing(id, CODE.invalidField))?.snapshot.matches('sessionEnded')).toBe(false);
  });
});

it('table of sessions: it covers every call of the chart', () => {
  const known = new Set(calls.map(({ id }) => id));
  expect(Object.keys(WITHOUT_SESSION).filter((id) => !known.has(id))).toEqual([]);
  expect(calls.length).toBeGreaterThan(25);
});
