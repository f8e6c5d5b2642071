/**
 * Drives a path in a real browser on the built app. Pressing controls causes the borrower's events; lender and phone give the
 * answers of the path. After each step, address, title and state must agree.
 */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { initialTransition } from 'xstate';
import type { StoredDevice } from '#machines/context.ts';
import type { OpenedCamera } from '#machines/model/camera.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { MINUTE } from '#machines/model/calendar.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { STORAGE_KEY } from '#src/app/storedFormat.ts';
import { COARSE_PHONE } from '../../support/chromium.ts';
import { openWithoutKey } from '../../support/phoneKey.ts';
import { deadline, PATIENCE, until as required } from '../../support/patience.ts';
import type { PortName } from '#machines/ports/index.ts';
import { isAnsweredByPhone } from '../cases/failures.ts';
import { delayOf } from '../machineDriver.ts';
import { enabledSteps } from '../model.ts';
import type { Step } from '../steps.ts';
import { NOW } from '../lenderSamples.ts';
import { project } from '../projection.ts';
import { done, EnvironmentGone, impossible, type Outcome, type PathDriver } from '../pathDriver.ts';
import { expectedIn, type Expected } from './expected.tsx';
import { gestureOf } from './gestures.ts';
import { observePage, type Seen } from './inPage.ts';
import { openWire } from './interceptedCalls.ts';

/** Milliseconds after which a page at rest counts as not reacting. */
const SOON_ENOUGH = 1_500;
/** Longer than a click needs to send its event. ms. */
const SOON = 100;
/** Longer than the page needs to read a picture, to fetch a file, or to start again, on one busy core. ms. */
const LATE = 15_000;
const MOMENT = 5;
const moment = () => new Promise<void>((resolve) => setTimeout(resolve, MOMENT));

export interface BrowserOptions {
  machine: JourneyMachine;
  browser: Browser;
  /** Address of the built pages. */
  url: string;
  packageName?: string;
  covered: (obligation: string) => void;
  /** Mutates the page, for tests of the online test. */
  mutate?: (context: BrowserContext) => Promise<unknown>;
}

/** The storage of a phone after the last session, written by an app that had no key yet. */
function storedBy(device: StoredDevice): string {
  let text = '';
  const storage = openWithoutKey({ getItem: () => text || null, setItem: (_, next) => void (text = next) });
  if (device.session) storage.keepSession(device.session, 'app');
  if (device.session && device.draftsOf) storage.keepDrafts(device.session.userId, device.draftsOf, device.drafts);
  if (device.resume) storage.keepResume(device.resume);
  if (device.awaitedCode) storage.keepAwaitedCode(device.awaitedCode);
  return text;
}

/** The storage of a phone that holds only a language. */
function storedIn(language: StoredDevice['language']): string {
  let text = '';
  const storage = openWithoutKey({ getItem: () => text || null, setItem: (_, next) => void (text = next) });
  storage.keepLanguage(language);
  return text;
}

/** Chunks of the app, which are fetched when they are needed. Unlike calls of the lender, they do not wait for the path. */
const isFile = (request: Request): boolean => ['script', 'stylesheet'].includes(request.resourceType());
/** @returns the first line of the error. @throws EnvironmentGone where the page or its browser was closed or has crashed. */
function saidBy(error: unknown): string {
  const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  if (/closed|crashed/.test(said)) throw new EnvironmentGone(said);
  return said;
}

const isCaptchaWork = (id: string): boolean => id.startsWith('solveCaptcha');
const isHomeShown = (key: string): boolean => key.startsWith('places.tabs.home.shown ');

/** Longer than the page computes work before it gives up. ms. */
const WORK_PATIENCE = 4 * MINUTE;

/** Text files of languages other than English. Only these requests fail: without the other files the app does not start. */
const FIRST_TEXTS = /first-texts_\w+-[\w-]+\.js(\?|$)/;

export async function createBrowserDriver({
  machine,
  browser,
  url,
  packageName = 'ke.example.loan',
  covered,
  mutate,
}: BrowserOptions): Promise<PathDriver> {
  const context = await browser.newContext({ ...COARSE_PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  // The control was located on the page before it is pressed, so a short timeout is enough.
  context.setDefaultTimeout(20_000);
  context.setDefaultNavigationTimeout(PATIENCE);
  const errors: string[] = [];
  let state: JourneySnapshot = initialTransition(machine)[0] as JourneySnapshot;
  let steps = 0;
  const asked: { id: string; action: string }[] = [];
  await context.exposeFunction('reportState', (text: string) => {
    const { value, context: seen, children, received: types } = JSON.parse(text) as Seen;
    state = machine.resolveState({ value: value as never, context: seen as never });
    running = children;
    passed.push(project(state));
    received.push(...types);
    steps++;
  });
  let running: string[] = [];
  const passed: string[] = [];
  const received: string[] = [];
  /** Files that the page is fetching. */
  const fetching = new Set<Request>();
  const taken = new Set<string>();
  await context.exposeFunction('reportCovered', (names: string[]) => {
    for (const name of names) {
      taken.add(name);
      covered(name);
    }
  });
  await context.exposeFunction('reportShellMessage', (json: string) => {
    const { id, action } = JSON.parse(json) as { id: string; action: string };
    asked.push({ id, action });
  });
  // The transpiler adds calls of the helper `__name`, which the page does not have.
  await context.addInitScript('window.__name = (given) => given;');
  await context.addInitScript(observePage, { now: NOW, held: 400 });
  await mutate?.(context);
  const wire = await openWire(context, packageName, { rested, caughtUp });
  const page: Page = await context.newPage();
  page.on('request', (request) => void (isFile(request) && fetching.add(request)));
  page.on('requestfinished', (request) => void fetching.delete(request));
  page.on('requestfailed', (request) => void fetching.delete(request));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${url}/`);
  await required(
    () => steps > 0,
    () => 'the app has not started',
  );

  /** Resolves when every message that the page sent so far has arrived. */
  function caughtUp(): Promise<unknown> {
    return page.evaluate(() => undefined).catch(() => undefined);
  }

  /** Resolves when the page is at rest and has its files, however busy the machine is. A page that is still opening is skipped. */
  async function rested(): Promise<void> {
    const isLate = deadline(LATE);
    do await page.evaluate(() => window.paths.rest()).catch(() => undefined);
    while (fetching.size > 0 && !isLate());
  }

  /** @returns whether the condition holds within `patience`, or else when the page is at rest. */
  async function until(holds: () => boolean | Promise<boolean>, patience = SOON_ENOUGH): Promise<boolean> {
    const isLate = deadline(patience);
    while (!(await holds())) {
      if (isLate()) {
        await rested();
        return holds();
      }
      await moment();
    }
    return true;
  }

  /** Whether a call is running that the phone ends before the next step. */
  const endsByItself = (): boolean =>
    state._nodes.some((node) => node.invoke.some(({ src }) => ENDED_BY_THE_PHONE.includes(src as PortName)));

  /** Answers the shell's pending message. @returns false where none is pending. */
  async function answerShell(
    action: string,
    said: { ok: true; result: unknown } | { ok: false; error: string },
    patience?: number,
  ): Promise<boolean> {
    if (!(await until(() => asked.some((one) => one.action === action), patience))) return false;
    const at = asked.map((one) => one.action).lastIndexOf(action);
    const id = asked[at]?.id ?? '';
    asked.splice(at, 1);
    await page.evaluate(
      (message) => (window as unknown as Record<string, (json: string) => void>)['onLoanShellMessage']?.(message),
      JSON.stringify({ bridge: 'loan-shell', v: 1, id, action, ...said }),
    );
    return true;
  }

  /** Opens the page again on a phone with this storage. An address that was typed without effect is dropped. */
  async function startAgain(stored: string): Promise<void> {
    asked.length = 0;
    const before = steps;
    await page.evaluate(
      ([key, text, isLinked]) => {
        if (text) localStorage.setItem(key, text);
        else localStorage.removeItem(key);
        if (!isLinked) history.replaceState(null, '', './');
      },
      [STORAGE_KEY, stored, state.context.pendingRoute !== null] as const,
    );
    wire.discard();
    await page.reload();
    await required(
      () => steps > before,
      () => 'the app has not started again',
    );
  }

  /** Answers a call of the phone or the shell. The page is reloaded where the answer must come from its storage. */
  async function answerAsPhone(port: PortName, id: string, event: Step['event']): Promise<Outcome> {
    const isGood = event.type.startsWith('xstate.done');
    const output = event['output'] as never;
    if (port === 'restoreDevice') {
      const kept = isGood ? storedBy(output) : storedIn('sw');
      const isKept = isGood && (await page.evaluate((key) => localStorage.getItem(key) ?? '', STORAGE_KEY)) === kept;
      if (isKept)
        return (await answerShell('getLoginInfo', { ok: true, result: { token: null } })) ? done : impossible('the shell was not asked');
      if (state.context.pendingRoute?.to === '#home') return impossible('an address without a path makes no request');
      await startAgain(kept);
      // Two things can fail: the shell refuses, and the request for the texts of the stored language fails.
      if (!isGood) await context.route(FIRST_TEXTS, (route) => route.abort());
      const said = isGood ? { ok: true as const, result: { token: null } } : { ok: false as const, error: 'unknown' };
      const isAnswered = await answerShell('getLoginInfo', said, LATE);
      if (!isGood) {
        await until(() => !running.includes('restoreDevice'), LATE);
        await context.unroute(FIRST_TEXTS);
        if (![...taken].some((name) => name.startsWith('boot --xstate.error.'))) {
          await startAgain('');
          return impossible('the app begins as on a new phone, whatever fails');
        }
      }
      return isAnswered ? done : impossible('the shell was not asked');
    }
    if (port === 'askShellLogin') {
      const said = isGood
        ? { ok: true as const, result: { ok: true, ...(output as object) } }
        : { ok: true as const, result: { ok: false, reason: 'unavailable' } };
      return (await answerShell('toLogin', said)) ? done : impossible('the shell was not asked');
    }
    if (port === 'pickContact') {
      if (!isGood)
        return (await answerShell('selectContact', { ok: false, error: 'unknown' })) ? done : impossible('the shell was not asked');
      const { contact } = output as { contact: object | null };
      return (await answerShell('selectContact', { ok: true, result: contact ? { ok: true, ...contact } : { ok: false } }))
        ? done
        : impossible('the shell was not asked');
    }
    if (port === 'openCamera') {
      if (!isGood) return impossible('this phone does not fail at that');
      const opened = output as OpenedCamera;
      const isAsked = await until(
        () => page.evaluate((one) => window.paths.camera('obstacle' in one ? one.obstacle : 'open'), opened),
        LATE,
      );
      return isAsked ? done : impossible('the page asked for no camera');
    }
    if (port === 'solveCaptcha') {
      // The page ends work of a few bits by itself.
      if (isGood) return (await until(() => !running.includes(id))) ? done : impossible('this work takes hours');
      // The page measures its patience from the moment in which the file of the work has arrived, which may be later than this one.
      for (let tries = 0; tries < 5; tries++) {
        await page.evaluate((milliseconds) => window.paths.pass(milliseconds), WORK_PATIENCE);
        if (await until(() => !running.includes(id), LATE / 5)) return done;
      }
      return impossible('the page goes on working');
    }
    // The phone ends logging out and recording by itself.
    return isGood ? done : impossible('this phone does not fail at that');
  }

  async function answer(name: string, id: string, event: Step['event']): Promise<Outcome> {
    const port = state._nodes.flatMap((node) => node.invoke).find((invoke) => invoke.id === id)?.src as PortName | undefined;
    if (!port) throw new Error(`${name}: no such call is under way`);
    const before = steps;
    if (isAnsweredByPhone(port)) {
      const outcome = await answerAsPhone(port, id, event);
      if (outcome.is === 'done') await until(() => steps > before);
      return outcome;
    }
    const isOver = () =>
      !running.includes(id) || (steps > before && !state._nodes.some((node) => node.invoke.some((invoke) => invoke.id === id)));
    if (event.type.startsWith('xstate.done')) {
      if (port === 'collectData') void answerShell('timeSDK', { ok: true, result: { status: 0 } });
      const isAnswered = await wire.answer(port, event['output'], isOver);
      if (!isAnswered) return impossible('the page did not ask');
      await until(() => steps > before);
      return done;
    }
    const problem = event['error'] as Problem;
    if (problem.code < 0 && problem.code !== LOCAL.networkFailed) return impossible('this phone does not fail at that');
    if (!(await wire.fail(problem, isOver))) return impossible('the page did not ask');
    await until(() => steps > before);
    return done;
  }

  /** Answers a call that a gesture with several steps causes. */
  async function answerOwnCalls(port: PortName, output: unknown): Promise<void> {
    const before = steps;
    await until(() => wire.waiting().length > 0);
    await wire.answer(port, output, () => steps > before);
    await until(() => steps > before);
  }

  async function perform(name: string): Promise<Outcome> {
    const event = enabledSteps(state).find((step) => step.name === name)?.event;
    if (!event) return impossible('it cannot happen here');
    const call = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type);
    if (call) return answer(name, call[1] as string, event);
    if (event.type.startsWith('xstate.after.')) {
      const ended = await page.evaluate((delay) => window.paths.fire(delay), delayOf(state, event.type));
      if (ended === 0) return impossible('no such timer runs');
    } else {
      // An overlay covers the page while a call must not be repeated.
      if (state.hasTag('overlay') && !FROM_OUTSIDE.includes(event.type)) return impossible('the page is covered');
      const why = await gestureOf(event.type)(page, event, state, answerOwnCalls);
      if (why !== null) return impossible(why);
    }
    return (await isReceived(event.type)) ? done : impossible('nothing happened');
  }

  /** Whether the event arrives in time. A control sends its event at once, except that a picture is read first. */
  async function isReceived(type: string): Promise<boolean> {
    return until(() => received.includes(type), READ_FIRST.includes(type) ? LATE : SOON);
  }

  return {
    key: () => project(state),
    passed: () => passed,
    async perform(name, to) {
      passed.length = 0;
      received.length = 0;
      const isWorking = running.some(isCaptchaWork);
      try {
        const outcome = await perform(name);
        if (outcome.is === 'impossible') return outcome;
        // Pressing a control may take the focus from a field, which saves the field's text before the event.
        await until(() => passed.includes(to));
        if (project(state) !== to) await rested();
        await until(() => !endsByItself());
        if (project(state) === to) return done;
        // The graph has no time. Waiting for a code or for work takes minutes, after which home loads its data again.
        if (isHomeShown(to) && state.matches({ places: { tabs: { home: 'refreshing' } } }))
          return impossible('what home shows is old by then');
        if (isWorking && !running.some(isCaptchaWork)) return impossible('a little work ended first');
        return done;
      } catch (error) {
        return impossible(saidBy(error));
      }
    },
    async disagreements() {
      let path = '';
      let heading = '';
      let busy = '';
      let expected: Expected | null = null;
      // A call may end during the wait, so each comparison uses the state of that moment.
      const isAsExpected = async (): Promise<boolean> => {
        expected = state.hasTag('overlay') ? null : await expectedIn(state);
        if (expected === null) return true;
        [path = '', heading = '', busy = ''] = await page
          .evaluate(() => [
            decodeURI(location.hash.slice(1) || '/').split('?')[0] ?? '',
            document.querySelector('h1')?.textContent ?? '',
            document.querySelector('main')?.getAttribute('aria-busy') ?? '',
          ])
          .catch((error: unknown) => Promise.reject(new Error(saidBy(error))));
        return path === expected.path && plain(heading) === expected.heading;
      };
      if (await until(isAsExpected, SOON_ENOUGH * 2)) return errors.splice(0);
      // A page with `aria-busy` may still be fetching a file.
      if (busy === 'true' && (await until(isAsExpected, LATE))) return errors.splice(0);
      const { path: wantedPath, heading: wantedHeading } = expected as unknown as Expected;
      return [
        ...errors.splice(0),
        ...(path === wantedPath ? [] : [`the address shows ${path}, not ${wantedPath}`]),
        ...(plain(heading) === wantedHeading ? [] : [`the title is "${plain(heading)}", not "${wantedHeading}"`]),
      ];
    },
    stop: () => (browser.isConnected() ? context.close() : Promise.resolve()),
  };
}

/** Events that are sent after a file was read or fetched. */
const READ_FIRST: readonly string[] = [
  'shellSession.found',
  'photo.taken',
  'turnedPhoto.taken',
  'photo.refused',
  'picture.taken',
  'proof.pictureTaken',
  'proof.pictureRefused',
  'captcha.progressed',
];

/** Calls that the phone ends by itself. */
const ENDED_BY_THE_PHONE: readonly PortName[] = ['forgetSession', 'keepShellSession', 'logOut', 'startRecording', 'saveRecording'];

/** Events that reach the journey through an overlay. */
const FROM_OUTSIDE: readonly string[] = [
  'xstate.route',
  'network.changed',
  'session.lost',
  'shellSession.found',
  'clock.ticked',
  'back.requested',
  'refresh.requested',
  'draft.changedElsewhere',
  'application.sentElsewhere',
];

const plain = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim();
