/**
 * Walks a path in a real browser on the built app. A person's events are made by what is on the page; what lender and
 * phone answer is what the path says. After each step address, title and state are those of the state.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { initialTransition } from 'xstate';
import type { StoredDevice } from '#machines/context.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { openStorage, STORAGE_KEY } from '#src/app/storage.ts';
import { COARSE_PHONE } from '../../support/chromium.ts';
import { deadline, PATIENCE, until as certainly } from '../../support/patience.ts';
import { isAnsweredByPhone, type PortName } from '../cases.ts';
import { delayOf } from '../machineDriver.ts';
import { happeningsIn, type Happening } from '../model.ts';
import { NOW } from '../lenderSamples.ts';
import { project } from '../projection.ts';
import { done, impossible, type Outcome, type Walker } from '../driver.ts';
import { expectedIn } from './expected.tsx';
import { gestureOf } from './gestures.ts';
import { lookOn, type Seen } from './inPage.ts';
import { openWire } from './wire.ts';

/** What did not happen in this time, in a page that is at rest, does not happen. ms. */
const SOON_ENOUGH = 1_500;
/** Longer than a click takes that sends something. */
const SOON = 100;
const MOMENT = 5;
const moment = () => new Promise<void>((resolve) => setTimeout(resolve, MOMENT));

export interface BrowserOptions {
  machine: JourneyMachine;
  browser: Browser;
  /** Where the built pages are. */
  url: string;
  packageName?: string;
  proved: (obligation: string) => void;
  /** Spoils the page on purpose, for tests of the walk itself. */
  plant?: (context: BrowserContext) => Promise<unknown>;
}

/** What the phone keeps from the last time, as the app writes it. */
function keptOf(device: StoredDevice): string {
  let text = '';
  const storage = openStorage(() => ({ getItem: () => text || null, setItem: (_, next) => void (text = next) }));
  if (device.session) storage.keepSession(device.session, 'app');
  if (device.session && device.draftsOf) storage.keepDrafts(device.session.userId, device.draftsOf, device.drafts);
  if (device.resume) storage.keepResume(device.resume);
  if (device.awaitedCode) storage.keepAwaitedCode(device.awaitedCode);
  return text;
}

export async function createBrowserDriver({
  machine,
  browser,
  url,
  packageName = 'ke.example.loan',
  proved,
  plant,
}: BrowserOptions): Promise<Walker> {
  const context = await browser.newContext({ ...COARSE_PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  // What is pressed was found on the page before.
  context.setDefaultTimeout(20_000);
  context.setDefaultNavigationTimeout(PATIENCE);
  const errors: string[] = [];
  let state: JourneySnapshot = initialTransition(machine)[0] as JourneySnapshot;
  let steps = 0;
  const asked: { id: string; action: string }[] = [];
  await context.exposeFunction('tellSeen', (text: string) => {
    const { value, context: seen, children, heard: types } = JSON.parse(text) as Seen;
    state = machine.resolveState({ value: value as never, context: seen as never });
    running = children;
    passed.push(project(state));
    heard.push(...types);
    steps++;
  });
  let running: string[] = [];
  const passed: string[] = [];
  const heard: string[] = [];
  await context.exposeFunction('tellProved', (names: string[]) => names.forEach(proved));
  await context.exposeFunction('tellShell', (json: string) => {
    const { id, action } = JSON.parse(json) as { id: string; action: string };
    asked.push({ id, action });
  });
  // Functions that are sent to the page keep their names by a helper that only this side has.
  await context.addInitScript('window.__name = (given) => given;');
  await context.addInitScript(lookOn, { now: NOW, held: 400 });
  await plant?.(context);
  const wire = await openWire(context, packageName, { rested, caughtUp });
  const page: Page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${url}/`);
  await certainly(
    () => steps > 0,
    () => 'the app has not started',
  );

  /** What the page has told before is told before this ends. */
  function caughtUp(): Promise<unknown> {
    return page.evaluate(() => undefined).catch(() => undefined);
  }

  /** Whatever the page has set off has had its turn, however busy the machine is. A page that is being opened is not asked. */
  function rested(): Promise<unknown> {
    return page.evaluate(() => window.paths.rest()).catch(() => undefined);
  }

  /** @returns whether it holds, in time or as soon as the page is at rest. */
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

  /** Here nothing can be done: the phone ends it before anything else can happen. */
  const passesByItself = (): boolean =>
    state._nodes.some((node) => node.invoke.some(({ src }) => ENDED_BY_THE_PHONE.includes(src as PortName)));

  /** The shell's answer to the message that waits. @returns false when none does. */
  async function shellAnswers(
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

  /** Phone and shell answer: the page is opened anew where it must have kept something. */
  async function phoneAnswers(port: PortName, event: Happening['event']): Promise<Outcome> {
    const isGood = event.type.startsWith('xstate.done');
    const output = event['output'] as never;
    if (port === 'restoreDevice') {
      if (!isGood) return impossible('what the phone keeps is read without fail');
      const kept = keptOf(output);
      const isKept = (await page.evaluate((key) => localStorage.getItem(key) ?? '', STORAGE_KEY)) === kept;
      if (isKept)
        return (await shellAnswers('getLoginInfo', { ok: true, result: { token: null } })) ? done : impossible('the shell was not asked');
      if (state.context.pendingRoute?.to === '#home') return impossible('an address without a path asks for nothing when it is opened');
      asked.length = 0;
      const before = steps;
      await page.evaluate(([key, text]) => (text ? localStorage.setItem(key, text) : localStorage.removeItem(key)), [
        STORAGE_KEY,
        kept,
      ] as const);
      wire.forget();
      await page.reload();
      await certainly(
        () => steps > before,
        () => 'the app has not started again',
      );
      return (await shellAnswers('getLoginInfo', { ok: true, result: { token: null } }, PATIENCE))
        ? done
        : impossible('the shell was not asked');
    }
    if (port === 'askShellLogin') {
      const said = isGood
        ? { ok: true as const, result: { ok: true, ...(output as object) } }
        : { ok: true as const, result: { ok: false, reason: 'unavailable' } };
      return (await shellAnswers('toLogin', said)) ? done : impossible('the shell was not asked');
    }
    if (port === 'pickContact') {
      if (!isGood)
        return (await shellAnswers('selectContact', { ok: false, error: 'unknown' })) ? done : impossible('the shell was not asked');
      const { contact } = output as { contact: object | null };
      return (await shellAnswers('selectContact', { ok: true, result: contact ? { ok: true, ...contact } : { ok: false } }))
        ? done
        : impossible('the shell was not asked');
    }
    // Forgetting and recording end by themselves.
    return isGood ? done : impossible('this phone does not fail at that');
  }

  async function answer(name: string, id: string, event: Happening['event']): Promise<Outcome> {
    const port = state._nodes.flatMap((node) => node.invoke).find((invoke) => invoke.id === id)?.src as PortName | undefined;
    if (!port) throw new Error(`${name}: no such call is under way`);
    const before = steps;
    if (isAnsweredByPhone(port)) {
      const outcome = await phoneAnswers(port, event);
      if (outcome.is === 'done') await until(() => steps > before);
      return outcome;
    }
    const isOver = () =>
      !running.includes(id) || (steps > before && !state._nodes.some((node) => node.invoke.some((invoke) => invoke.id === id)));
    if (event.type.startsWith('xstate.done')) {
      if (port === 'collectData') void shellAnswers('timeSDK', { ok: true, result: { status: 0 } });
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

  /** A gesture of several steps has its own calls answered. */
  async function answerWhatIsAsked(port: PortName, output: unknown): Promise<void> {
    const before = steps;
    await until(() => wire.waiting().length > 0);
    await wire.answer(port, output, () => steps > before);
    await until(() => steps > before);
  }

  async function perform(name: string): Promise<Outcome> {
    const event = happeningsIn(state).find((happening) => happening.name === name)?.event;
    if (!event) return impossible('it cannot happen here');
    const call = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type);
    if (call) return answer(name, call[1] as string, event);
    if (event.type.startsWith('xstate.after.')) {
      const ended = await page.evaluate((delay) => window.paths.fire(delay), delayOf(machine, state, event.type));
      if (ended === 0) return impossible('no such timer runs');
    } else {
      // A cover lies over the page while a call must not repeat.
      if (state.hasTag('overlay') && !FROM_OUTSIDE.includes(event.type)) return impossible('the page is covered');
      const why = await gestureOf(event.type)(page, event, state, answerWhatIsAsked);
      if (why !== null) return impossible(why);
    }
    return (await isHeard(event.type)) ? done : impossible('nothing happened');
  }

  /** What sends its event sends it soon; a picture is read first. */
  async function isHeard(type: string): Promise<boolean> {
    return until(() => heard.includes(type), READ_FIRST.includes(type) ? PATIENCE : SOON);
  }

  return {
    key: () => project(state),
    passed: () => passed,
    async perform(name, to) {
      passed.length = 0;
      heard.length = 0;
      try {
        const outcome = await perform(name);
        if (outcome.is === 'impossible') return outcome;
        // What was pressed may leave a field first, and the field tells what was typed in it.
        await until(() => passed.includes(to));
        if (project(state) !== to) await rested();
        await until(() => !passesByItself());
        return done;
      } catch (error) {
        const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
        if (/closed|crashed/.test(said)) throw error;
        return impossible(said);
      }
    },
    async disagreements() {
      const expected = await expectedIn(state);
      if (expected === null || state.hasTag('overlay')) return errors.splice(0);
      const shown = () =>
        page.evaluate(() => [
          decodeURI(location.hash.slice(1) || '/').split('?')[0] ?? '',
          document.querySelector('h1')?.textContent ?? '',
        ]);
      let path = '';
      let heading = '';
      await until(async () => {
        [path = '', heading = ''] = await shown();
        return path === expected.path && plain(heading) === expected.heading;
      }, SOON_ENOUGH * 2);
      return [
        ...errors.splice(0),
        ...(path === expected.path ? [] : [`the address shows ${path}, not ${expected.path}`]),
        ...(plain(heading) === expected.heading ? [] : [`the title is "${plain(heading)}", not "${expected.heading}"`]),
      ];
    },
    stop: () => context.close(),
  };
}

/** What is sent after a file was read. */
const READ_FIRST: readonly string[] = ['photo.taken', 'photo.refused', 'picture.taken', 'proof.pictureTaken', 'proof.pictureRefused'];

/** What the phone does without asking anyone. */
const ENDED_BY_THE_PHONE: readonly PortName[] = ['forgetSession', 'logOut', 'startRecording', 'saveRecording'];

/** What no cover keeps away. */
const FROM_OUTSIDE: readonly string[] = [
  'xstate.route',
  'network.changed',
  'session.lost',
  'clock.ticked',
  'back.requested',
  'refresh.requested',
  'draft.changedElsewhere',
  'application.sentElsewhere',
];

const plain = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim();
