import { channelOf } from '../../model/channel.ts';
import type { RouteName } from '../../routes.ts';
import { mobileOf } from '../user/signIn.ts';
import { error, failLoading, onSessionLost, output, place, readWhenOnline, startLoading, stateConfig } from '../../setup.ts';

const setMobile = { type: 'setMobile', params: mobileOf } as const;

/** Accepts the number of a visitor, and refuses an invalid one. @param next the target of a valid number. */
const takesNumber = <const T extends string>(next: T) =>
  ({
    'mobile.typed': { actions: setMobile },
    'mobile.submitted': [
      { guard: 'hasSession', target: '#home' },
      { guard: { type: 'isMobile', params: mobileOf }, target: next, actions: setMobile },
      { actions: { type: 'refuseMobile', params: mobileOf } },
    ],
  }) as const;

/** A signed-in borrower types no number, so the page offers home's button. */
const application = [
  { guard: 'hasApplication', target: '#loadingSavedSections' },
  { guard: 'canRequestLoan', target: '#toBorrow' },
  { guard: 'hasSession', target: '#home' },
] as const;

/** A known number gets a code, an unknown one is registered. Both continue with the application. */
const checking = <const N extends RouteName>(name: N) =>
  stateConfig({
    tags: ['busy'],
    on: { 'xstate.route': {}, 'back.requested': {} },
    invoke: {
      id: `findMobile.${name}`,
      src: 'findMobile',
      input: ({ context }) => ({ mobile: context.signIn.mobile }),
      onDone: [
        {
          guard: { type: 'isRegistered', params: ({ event }) => output({ event }) },
          target: '#login.sendingCode',
          actions: 'rememberPromotion',
        },
        { target: '#register', actions: ['rememberPromotion', 'noteUnknownMobile'] },
      ],
      onError: { target: 'entering', actions: { type: 'setProblem', params: error } },
    },
  });

/** The first of two pages: this one asks for the number, the next one shows the costs. */
export const landingBefore = <const N extends RouteName, const T extends RouteName>(name: N, title: string, next: T) =>
  stateConfig({
    ...place(name, title, { query: true }),
    route: { actions: 'rememberQuery' },
    tags: ['stable', 'form'],
    on: { ...takesNumber(`#${next}` as const), 'application.opened': application, 'back.requested': '#home' },
  });

/** A page of a promotion that asks for the number and starts signing in. */
export const landing = <const N extends RouteName, const U extends RouteName>(name: N, title: string, up: U) =>
  stateConfig({
    ...place(name, title, { query: true }),
    route: { actions: 'rememberQuery' },
    initial: 'entering',
    on: { 'back.requested': `#${up}` as const },
    states: {
      entering: { tags: ['stable', 'form'], on: { ...takesNumber('checking'), 'application.opened': application } },
      checking: checking(name),
    },
  });

/**
 * The same, and the page loads how many places are left; if the lender does not count them, it shows no number. Before the
 * number is looked up, the four steps of a loan are shown one after the other. The borrower may skip them.
 */
export const countedLanding = <const N extends RouteName, const U extends RouteName>(name: N, title: string, up: U) => {
  const { states, ...page } = landing(name, title, up);
  const on = { ...takesNumber('presenting'), 'application.opened': application } as const;
  return stateConfig({
    ...page,
    initial: 'counting',
    states: {
      ...states,
      entering: { tags: ['stable', 'form'], on: { ...on, ...readWhenOnline('vacancies', 'counting') } },
      presenting: {
        on: { 'steps.skipped': 'checking', 'back.requested': 'entering' },
        after: { FOUR_STEPS: 'checking' },
      },
      counting: {
        tags: ['busy', 'form'],
        entry: startLoading('vacancies'),
        on,
        invoke: {
          id: 'loadVacancies',
          src: 'loadVacancies',
          input: ({ context }) => ({ channelId: channelOf(context.query) }),
          onDone: { target: 'entering', actions: { type: 'setVacancies', params: output } },
          onError: [onSessionLost, { target: 'entering', actions: failLoading('vacancies') }],
        },
      },
    },
  });
};
