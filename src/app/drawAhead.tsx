/**
 * Draws the page that a visitor opens from home before they press. A slow phone needs a tenth of a second until chart, history
 * and React have answered a press. So a copy of the page is drawn while the phone is idle, and the press shows it in the next
 * paint. After that paint the chart gets the press, and the app draws its own page in place of the copy.
 */
import { Activity } from 'react';
import { createRoot } from 'react-dom/client';
import { transition } from 'xstate';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { ROUTES } from '#machines/routes.ts';
import LoginNumber from '#screens/user/login/number.tsx';
import { findTransport } from '#src/bridge/transports.ts';
import { afterPaint } from '#src/ui/afterPaint.ts';
import styles from '#src/ui/frame/Frame.module.css';
import { Frame } from '#src/ui/frame/Frame.tsx';
import { yieldToPage } from '#src/ui/yieldToPage.ts';
import type { Journey } from './journey.ts';
import { whenIdle } from './whenIdle.ts';

type JourneyActor = Journey['actor'];

const PRESS: JourneyEvent = { type: 'application.opened' };
/** The answer that the chart gets at once in a browser without a shell. */
const NO_SHELL = { type: 'xstate.error.actor.askShellLogin', actorId: 'askShellLogin' } as unknown as JourneyEvent;

const nothing = (): void => undefined;

/** The drawn copy, and the state of the chart in which a press shows it. */
let drawn: { from: JourneySnapshot; copy: HTMLElement } | null = null;
/** The copy that is shown. Another one may be drawn meanwhile. */
let shown: HTMLElement | null = null;

/** The state to which the chart goes with the press; null: the press does not open the page at once. */
function stateAhead({ logic }: JourneyActor, from: JourneySnapshot): JourneySnapshot | null {
  if (!from.matches({ places: { tabs: { home: 'shown' } } }) || from.context.session) return null;
  if (findTransport(window, location.origin)) return null;
  const [asking] = transition(logic, from, PRESS);
  const [state] = transition(logic, asking, NO_SHELL);
  return state.matches({ places: { user: { login: 'enteringMobile' } } }) ? state : null;
}

/**
 * The page under a pane that takes every press: a second press of two would meet a link of the copy. Lays the copy out once, so
 * that the browser has measured its words before the press. Nothing of that is painted.
 */
function copyOf(page: Element): HTMLElement {
  const copy = document.createElement('div');
  copy.className = styles['ahead'] as string;
  copy.setAttribute('aria-hidden', 'true');
  const under = copy.appendChild(page.cloneNode(true) as HTMLElement);
  under.inert = true;
  // Chromium before 102 has no `inert`.
  under.style.pointerEvents = 'none';
  document.body.append(copy);
  copy.getBoundingClientRect();
  copy.remove();
  return copy;
}

/** React draws a hidden part in pauses, and runs none of its effects. @returns a function that cancels the drawing. */
function draw(actor: JourneyActor): () => void {
  const from = actor.getSnapshot();
  const state = stateAhead(actor, from);
  if (!state) return nothing;
  const host = document.createElement('div');
  const root = createRoot(host);
  root.render(
    <Activity mode="hidden">
      <div>
        <Frame state={state} send={nothing} place={ROUTES.login}>
          <LoginNumber state={state} send={nothing} />
        </Frame>
      </div>
    </Activity>,
  );
  let cancel = nothing;
  const take = (): void => {
    drawn = { from, copy: copyOf(host.firstElementChild?.firstElementChild as Element) };
    root.unmount();
  };
  // The first change is the whole page.
  const watcher = new MutationObserver(() => {
    watcher.disconnect();
    cancel = whenIdle(take);
  });
  watcher.observe(host, { childList: true });
  return () => {
    watcher.disconnect();
    cancel();
    root.unmount();
  };
}

/** Follows the chart from now on: draws the copy when the phone is idle, now and after each change. */
export function followChart(actor: JourneyActor): void {
  let cancel = nothing;
  const soon = (): void => {
    drawn = null;
    cancel();
    cancel = whenIdle(() => {
      cancel = draw(actor);
    });
  };
  soon();
  actor.subscribe(soon);
}

export function hideAhead(): void {
  shown?.remove();
  shown = null;
}

/** Sends the event in a separate task, after the browser has painted the copy. */
async function sendShown(actor: JourneyActor, event: JourneyEvent): Promise<void> {
  await yieldToPage();
  actor.send(event);
  // By the next paint the app has drawn what the chart shows, also if that is another place.
  afterPaint(hideAhead);
}

/** @returns false: there is no copy for this event. Otherwise the copy is shown, and then the chart gets the event. */
export function showAhead(actor: JourneyActor, event: JourneyEvent): boolean {
  if (event.type !== PRESS.type) return false;
  // The second press of two is for the same page.
  if (shown) return true;
  if (drawn?.from !== actor.getSnapshot()) return false;
  shown = drawn.copy;
  document.body.append(shown);
  afterPaint(() => void sendShown(actor, event));
  return true;
}
