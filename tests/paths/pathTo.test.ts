/** The shortest path to one state or transition, without the other paths. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { obligationNamed, pathTo } from './pathTo.ts';

describe('npm run paths -- --to', () => {
  it('state by the end of its name: the shortest path is found', async () => {
    const found = await pathTo(journeyMachine, 'user.login.enteringMobile');
    expect(found).toMatchObject({ obligation: 'state journey.places.user.login.enteringMobile', complaint: null });
    expect('lines' in found && found.lines[found.lines.length - 1]).toMatch(/ -> {2}places\.user\.login\.enteringMobile$/);
  });

  it('transition by its name: the path ends with it', async () => {
    const found = await pathTo(journeyMachine, 'loadingHome.failed --retry.requested');
    expect('steps' in found && found.steps[found.steps.length - 1]?.name).toBe('retry.requested');
  });

  it.each(['USER.login.enteringmobile', 'user.LOGIN.enteringMobile'])('name of a state %s: is found in small or capital letters', (said) =>
    expect(obligationNamed(journeyMachine, said)).toEqual({ obligation: 'state journey.places.user.login.enteringMobile' }),
  );

  it.each([
    ['logIn ok', 'journey.places.user.login.verifying --xstate.done.actor.logIn--> loadingHome'],
    ['LOGIN OK', 'journey.places.user.login.verifying --xstate.done.actor.logIn--> loadingHome'],
    ['login --> loadingHome : logIn ok', 'journey.places.user.login.verifying --xstate.done.actor.logIn--> loadingHome'],
    ['logIn answered', 'journey.places.user.login.verifying --xstate.done.actor.logIn--> loadingHome'],
    [
      'login.verifying --logIn failed',
      'journey.places.user.login.verifying --xstate.error.actor.logIn--> journey.places.user.login.enteringCode',
    ],
    [
      'after PAYMENT_POLL',
      'journey.places.repay.cashier.waiting --xstate.after.PAYMENT_POLL.journey.places.repay.cashier.waiting--> journey.places.repay.cashier.polling',
    ],
  ])('obligation named %s: is a transition as the charts write it', (said, obligation) =>
    expect(obligationNamed(journeyMachine, said)).toEqual({ obligation }),
  );

  it.each([
    ['logInn ok', /Did you mean:\n {2}logIn ok\n/],
    ['loadHome ok', /"loadHome ok" may be one of \d+:\n {2}journey\.places\.loadingHome\.loading --xstate\.done\.actor\.loadHome/],
    ['nowhere at all', /no state or transition named "nowhere at all"\.\nAfter --to stands the end of a state's name/],
    ['cashier.waitng', /Did you mean:\n {2}state journey\.places\.repay\.cashier\.waiting\n/],
    ['cashierr.wating', /Did you mean:\n {2}state journey\.places\.repay\.cashier\.waiting\n/],
    [
      'loadingHome.failed --retry.requestd',
      /Did you mean:\n {2}journey\.\S*loadingHome\.failed --retry\.requested|Did you mean:\n {2}loadingHome\.failed --retry\.requested/,
    ],
    ['refreshing', /"refreshing" may be one of \d+:\n {2}state /],
  ])('npm run paths -- --to, name %s: the message says what it may be', async (said, says) =>
    expect(await pathTo(journeyMachine, said)).toEqual({ complaint: expect.stringMatching(says) as string }),
  );
});
