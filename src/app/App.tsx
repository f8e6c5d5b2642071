import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Router, useLocation } from 'wouter';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { createJourneyLocation } from '#src/router/useJourneyLocation.ts';
import { APP_NAME } from '#src/market/app.ts';
import { Frame } from '#src/ui/frame/Frame.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import type { Journey } from './journey.ts';
import { takeTyped, type TypedBefore } from './keptScreen/handOver.ts';
import { answerKeptPress, followHeldPress } from './keptPress.ts';
import { hidePageAhead, sendToChart } from './pageAhead.ts';
import { prefetchNext } from './prefetch.ts';
import { useScreen } from './useScreen.tsx';

export function App({ actor, router }: Journey) {
  const hook = useMemo(() => createJourneyLocation(actor, router), [actor, router]);
  return (
    <CrashBoundary language={() => actor.getSnapshot().context.language}>
      <Router hook={hook}>
        <CurrentPage actor={actor} />
      </Router>
    </CrashBoundary>
  );
}

function CurrentPage({ actor }: Pick<Journey, 'actor'>) {
  // One subscription renders the whole page, so one event of the journey causes one React commit.
  const state = useJourney(actor);
  const [location] = useLocation();
  const path = location as RoutePath;
  const send = useCallback((event: JourneyEvent) => sendToChart(actor, event), [actor]);
  const { element, place } = useScreen(path, state, send);

  useLinkRequests();
  useFailure(actor);

  const { language } = state.context;
  // Native shells and screen readers identify the window by its title, so the title names the topmost place in the
  // borrower's language. A value that is already set is not written again: writing `lang` restyles the whole page.
  useEffect(() => {
    const root = document.documentElement;
    if (root.lang !== language) root.lang = language;
    const heading = place === '' || place === ROUTES.home ? null : document.querySelector('h1');
    const title = heading?.textContent || APP_NAME;
    if (document.title !== title) document.title = title;
  });

  // Until the chart has read the storage, the appearance that the start page read from the storage stays.
  const appearance = state.matches('boot') ? null : state.context.appearance;
  useLayoutEffect(() => {
    if (appearance) window.showAppearance?.(appearance);
  }, [appearance]);

  const isFirst = element === null;
  const typedBefore = useRef<TypedBefore | null>(null);
  useLayoutEffect(() => {
    // Removes the start page in the same paint in which the app appears.
    if (isFirst) return;
    const start = document.getElementById('start');
    typedBefore.current = start && takeTyped(start);
    start?.remove();
    typedBefore.current?.moveFocus();
    followHeldPress();
  }, [isFirst]);
  useEffect(() => {
    if (isFirst) return;
    const typed = typedBefore.current;
    typedBefore.current = null;
    if (typed) void typed.handOver().then(answerKeptPress);
    else answerKeptPress();
  }, [isFirst]);

  useLayoutEffect(hidePageAhead, [place]);
  useEffect(() => {
    if (place === path) return prefetchNext(actor);
  }, [actor, place, path]);

  if (isFirst) return null;
  return (
    <Frame state={state} send={actor.send} place={place}>
      {element}
    </Frame>
  );
}

/** Uses React's own hook, because @xstate/react is loaded with the forms, which are not part of the first paint. */
function useJourney(actor: Journey['actor']): JourneySnapshot {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = actor.subscribe({ next: onChange, error: onChange });
      return () => subscription.unsubscribe();
    },
    [actor],
  );
  return useSyncExternalStore(subscribe, () => actor.getSnapshot());
}

/** A pressed link is a request to the machine. The browser's history changes only after the machine has answered. */
function useLinkRequests(): void {
  const [, ask] = useLocation();
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
      if (!link || !isPlain || event.defaultPrevented) return;
      event.preventDefault();
      ask((link.getAttribute('href') ?? '#/').slice(1));
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [ask]);
}

/** A machine that throws reports the error once and then stays silent, so the error is passed to the boundary. */
function useFailure(actor: Journey['actor']): void {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    const subscription = actor.subscribe({ error: (error: unknown) => setFailure({ error }) });
    return () => subscription.unsubscribe();
  }, [actor]);
  if (failure) throw failure.error;
}
