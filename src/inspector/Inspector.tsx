import { useMachine } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { cx } from '#src/ui/cx.ts';
import { initialTransition } from 'xstate';
import { journeyMachine } from '#machines/journey.machine.ts';
import type { Recording } from '#src/recording/format.ts';
import { downloadFile } from '#src/recording/downloadFile.ts';
import { CatalogueDialog } from './catalogue/CatalogueDialog.tsx';
import { useCatalogue, type Entry } from './catalogue/useCatalogue.ts';
import { compare, otherIndex } from './journey/compare.ts';
import { chartOf } from './charts/index.ts';
import { KINDS, type ChartId } from './charts/inspectedChart.ts';
import { playerMachine } from './journey/player.machine.ts';
import { placeTransitions, toldOrder, withLender } from './journey/lenderLog.ts';
import { useLenderLog } from './journey/useLenderLog.ts';
import { LenderLogForm } from './panels/LenderLogForm.tsx';
import { foldTicks } from './journey/foldTicks.ts';
import { matching, prepareTexts, type Filter } from './journey/search.ts';
import { countText, durationOf, durationText, isActive, trailOf, type Journey, type Step } from './journey/steps.ts';
import { useJourneys } from './journey/useJourneys.ts';
import { recordingOfFeed } from './live/recordingOfFeed.ts';
import { useLive } from './live/useLive.ts';
import { Comparison } from './panels/Comparison.tsx';
import { ChartPanel } from './panels/ChartPanel.tsx';
import { Details } from './panels/Details.tsx';
import { Filters } from './panels/Filters.tsx';
import { Head, type Source } from './panels/Head.tsx';
import { Beginning, ComparisonBar, LiveBar, PartingBar, QuestionBar } from './panels/Notices.tsx';
import { DeskScreenPanel } from './panels/DeskScreenPanel.tsx';
import { PhonePanel } from './panels/PhonePanel.tsx';
import { DETAILS_RANGE, FIRST_SIZES, rangeOf, useSizes, withBorderMoved, withDetails } from './panels/sizes.ts';
import { Splitter } from './panels/Splitter.tsx';
import { WholeButton } from './panels/WholeButton.tsx';
import type { ScreenPanelProps } from './panels/screenPanel.ts';
import { TimelinePanel } from './panels/TimelinePanel.tsx';
import { Transport } from './panels/Transport.tsx';
import type { Names } from './names.ts';
import { useAddressed } from './useAddressed.ts';
import { useKeys } from './useKeys.ts';

const START: Step = { index: 0, at: 0, event: null, snapshot: initialTransition(journeyMachine)[0], difference: null };

/** Shown before a recording is opened: a journey that has not started. */
const NOTHING: Journey = { id: 'nothing', title: 'Open a recording', steps: [START] };
const NOBODY: Journey = { id: 'nobody', title: 'Live', steps: [START] };

/** Fetched when it is opened: most visits look at one recording. */
const PopulationView = lazy(async () => ({ default: (await import('./population/view/PopulationView.tsx')).PopulationView }));

/** The panel with the real screen, by chart. */
const SCREEN_PANELS: Readonly<Record<ChartId, ComponentType<ScreenPanelProps>>> = {
  journey: PhonePanel,
  desk: DeskScreenPanel,
  order: PhonePanel,
};

type PanelName = 'chart' | 'screen' | 'events';

type Choosing = { purpose: 'play' | 'compare' } | null;

export function Inspector() {
  const catalogue = useCatalogue();
  const journeys = useJourneys();
  const [source, setSource] = useState<Source>('recording');
  const live = useLive(source === 'live');
  const [player, send, actor] = useMachine(playerMachine);
  const [filter, setFilter] = useState<Filter>({ kinds: new Set(KINDS), query: '' });
  const [choosing, setChoosing] = useState<Choosing>(null);
  const [against, setAgainst] = useState<number | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [names, setNames] = useState<Names>('plain');
  const [sizes, changeSizes] = useSizes();
  const [whole, setWhole] = useState<PanelName | null>(null);
  const body = useRef<HTMLElement>(null);

  const { recording, other } = journeys;
  const { feed } = live;
  const journey: Journey = useMemo(() => {
    if (source !== 'live') return recording ?? NOTHING;
    return feed ? { id: `live ${feed.sessionId} ${feed.startedAt}`, title: 'Live', steps: feed.steps } : NOBODY;
  }, [source, recording, feed]);
  const { steps } = journey;

  // The player is updated before the paint, so that no step of the previous journey is visible.
  const shownJourney = useRef(journey);
  /** The state whose card opened the next recording. */
  const entersAt = useRef<string | null>(null);
  useLayoutEffect(() => {
    const before = shownJourney.current;
    shownJourney.current = journey;
    const at = journey.steps.map((one) => one.at);
    if (before.id !== journey.id) {
      const entry = entersAt.current;
      const entered = entry === null ? 0 : journey.steps.findIndex(({ snapshot }) => isActive(snapshot, entry));
      entersAt.current = null;
      send({ type: 'journey.opened', times: at, index: source === 'live' ? at.length - 1 : Math.max(0, entered) });
      setAgainst(null);
    } else if (before !== journey) {
      const wasAtEnd = actor.getSnapshot().context.index >= before.steps.length - 1;
      send({ type: 'journey.grew', times: at, follow: wasAtEnd });
    }
  }, [journey, source, send, actor]);
  const index = Math.min(player.context.index, steps.length - 1);
  const step = steps[index] as Step;
  const chart = chartOf(step.snapshot);
  const ScreenPanel = SCREEN_PANELS[chart.id];

  const trail = useMemo(() => trailOf(steps), [steps]);
  const lenderLog = useLenderLog(source === 'recording' ? (recording?.recording.order ?? null) : null, journey.id);
  const lines = useMemo(
    () => (chart.id !== 'journey' ? [] : lenderLog.lines ? placeTransitions(steps, lenderLog.lines) : toldOrder(steps)),
    [chart, lenderLog.lines, steps],
  );
  const shown = useMemo(() => withLender(foldTicks(steps, matching(steps, filter)), lines, filter), [steps, filter, lines]);
  const choose = useCallback((to: number) => send({ type: 'step.chosen', index: to }), [send]);
  const stepBy = useCallback((by: number) => send({ type: 'stepped', by }), [send]);
  const play = useCallback(() => send({ type: 'play.toggled' }), [send]);
  useKeys({ isOn: source !== 'population', onStep: stepBy, onPlay: play, onChoose: choose, last: steps.length - 1, searchField });

  // Builds the search texts while the browser is idle.
  useEffect(() => {
    let timer = 0;
    const work = (): void => {
      if (prepareTexts(steps, 6)) timer = window.setTimeout(work, 30);
    };
    timer = window.setTimeout(work, 300);
    return () => window.clearTimeout(timer);
  }, [steps]);

  const comparison = useMemo(() => (other && source === 'recording' ? compare(steps, other.steps) : null), [steps, other, source]);
  const marks = useMemo(
    () => (comparison ? new Map(comparison.onlyHere.map((at) => [at, 'only here' as const])) : undefined),
    [comparison],
  );

  const { run } = journeys;
  // A stored recording is always run on the present chart, and the page marks the first difference.
  const openEntry = useCallback(
    async (entry: Pick<Entry, 'load'>, stateId: string | null = null) => {
      const found = await entry.load();
      entersAt.current = stateId;
      setSource('recording');
      await run(found);
    },
    [run],
  );
  const address = useAddressed({ open: openEntry, recording, isShown: source === 'recording', index, choose });
  const openFile = async (file: Blob): Promise<void> => {
    const found = await journeys.importFile(file);
    if (!found) return;
    setSource('recording');
    catalogue.add(found);
  };

  const openFound = useCallback(
    async (found: Recording) => {
      setSource('recording');
      await run(found);
    },
    [run],
  );

  const held = against === null ? null : steps[against];
  const partner = other && comparison ? other.steps[otherIndex(comparison, index)] : null;
  const { question } = journeys;
  const followed = useMemo(() => (feed ? recordingOfFeed(feed) : null), [feed]);
  const withLog = (saved: Recording): Recording => (lenderLog.lines ? { ...saved, order: lenderLog.lines } : saved);
  const savable = source === 'recording' ? (recording?.recording ?? null) : followed;

  const [chartShare, screenShare, eventsShare] = sizes.columns;
  const wholeButton = (panel: PanelName) => (
    <WholeButton panel={panel} isWhole={whole === panel} onToggle={() => setWhole(whole === panel ? null : panel)} />
  );
  const border = (behind: 0 | 1, panel: string) => (
    <Splitter
      label={`Width of the ${panel}`}
      between="columns"
      now={sizes.columns[behind]}
      {...rangeOf(sizes, behind)}
      step={2}
      onDrag={(by) => changeSizes((now) => withBorderMoved(now, behind, (by / (body.current?.clientWidth ?? 1)) * 100))}
      onMove={(by) => changeSizes((now) => withBorderMoved(now, behind, by))}
      onReset={() => changeSizes((now) => ({ ...now, columns: FIRST_SIZES.columns }))}
    />
  );

  if (source === 'population')
    return (
      <div className="tool">
        <Head
          title="Many borrowers"
          about={null}
          source={source}
          names={names}
          onNames={setNames}
          onSource={setSource}
          onCatalogue={() => {
            setSource('recording');
            setChoosing({ purpose: 'play' });
          }}
          onImport={(file) => void openFile(file)}
          onExport={null}
        />
        <Suspense>
          <PopulationView onOpen={openFound} />
        </Suspense>
      </div>
    );

  return (
    <div
      className="tool"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) void openFile(file);
      }}
    >
      <Head
        title={journey.title}
        about={steps.length > 1 ? `${countText(steps.length - 1, 'event')} in ${durationText(durationOf(journey))}` : null}
        source={source}
        names={names}
        onNames={setNames}
        onSource={setSource}
        onCatalogue={() => setChoosing({ purpose: 'play' })}
        onImport={(file) => void openFile(file)}
        onExport={savable ? () => void downloadFile(withLog(savable)) : null}
      />
      <main
        ref={body}
        className={cx('tool__body', whole && `tool__body--${whole}`)}
        style={{
          gridTemplateColumns: whole
            ? 'minmax(0, 1fr)'
            : `minmax(0, ${chartShare}fr) 12px minmax(0, ${screenShare}fr) 12px minmax(0, ${eventsShare}fr)`,
        }}
      >
        <ChartPanel
          key={chart.id}
          chart={chart}
          steps={steps}
          trail={trail}
          index={index}
          names={names}
          order={lines}
          entries={catalogue.entries}
          onChoose={choose}
          onOpen={(entry, stateId) => void openEntry(entry, stateId)}
          tools={wholeButton('chart')}
        />
        {border(0, 'chart')}
        <ScreenPanel title={journey.title} steps={steps} index={index} step={step} names={names} tools={wholeButton('screen')} />
        {border(1, 'screen')}
        <section
          className="panel panel--events"
          aria-labelledby="log-title"
          style={{ gridTemplateRows: `auto minmax(0, 1fr) 9px ${sizes.details}px` }}
        >
          <div className="panel__head">
            <h2 id="log-title">What happened</h2>
            <div className="row-chips">
              {steps.length > 1 && (
                <p>
                  Event {index} of {steps.length - 1}
                </p>
              )}
              {wholeButton('events')}
            </div>
          </div>
          <div className="log">
            <div className="log__top">
              {address.fault !== null && (
                <QuestionBar question={{ is: 'refused', message: address.fault }} onRun={address.dismiss} onDismiss={address.dismiss} />
              )}
              {question && (
                <QuestionBar
                  question={question}
                  onRun={() => question.is === 'otherChart' && void journeys.run(question.recording)}
                  onDismiss={journeys.dismiss}
                />
              )}
              {source === 'live' && <LiveBar live={live} />}
              {source === 'recording' && recording && <PartingBar loaded={recording} names={names} onGo={choose} />}
              {comparison && other && (
                <ComparisonBar other={other} comparison={comparison} onGo={choose} onStop={() => void journeys.compareWith(null)} />
              )}
              {chart.id === 'journey' && steps.length > 1 && !lenderLog.lines && <LenderLogForm log={lenderLog} />}
              <Filters filter={filter} onChange={setFilter} searchField={searchField} />
            </div>
            <TimelinePanel
              steps={steps}
              shown={shown}
              index={index}
              names={names}
              onChoose={choose}
              marks={marks}
              empty={source === 'recording' && <Beginning onCatalogue={() => setChoosing({ purpose: 'play' })} />}
            />
          </div>
          <Splitter
            label="Height of the details"
            between="rows"
            now={sizes.details}
            {...DETAILS_RANGE}
            step={24}
            onDrag={(by) => changeSizes((now) => withDetails(now, now.details - by))}
            onMove={(by) => changeSizes((now) => withDetails(now, now.details + by))}
            onReset={() => changeSizes((now) => ({ ...now, details: FIRST_SIZES.details }))}
          />
          <Details
            steps={steps}
            index={index}
            names={names}
            below={
              <>
                Compare with{' '}
                <button className="link" type="button" onClick={() => setAgainst(against === null ? Math.min(1, steps.length - 1) : null)}>
                  {against === null ? 'event 1' : 'nothing'}
                </button>
                {source === 'recording' && (
                  <>
                    {' or '}
                    <button className="link" type="button" onClick={() => setChoosing({ purpose: 'compare' })}>
                      another recording
                    </button>
                  </>
                )}
                .{held && <Comparison title={`From event ${held.index} to event ${index}`} other={held} step={step} names={names} />}
                {partner && other && (
                  <Comparison
                    title={`Against event ${partner.index} of ${other.title}`}
                    other={partner}
                    step={step}
                    names={names}
                    isOfAnother
                  />
                )}
              </>
            }
          />
        </section>
      </main>
      <Transport
        steps={steps}
        index={index}
        isPlaying={player.matches('playing')}
        speed={player.context.speed}
        onStep={stepBy}
        onChoose={choose}
        onPlay={play}
        onSpeed={(speed) => send({ type: 'speed.chosen', speed })}
      />
      {choosing && (
        <CatalogueDialog
          catalogue={catalogue}
          purpose={choosing.purpose}
          query=""
          onClose={() => setChoosing(null)}
          onChoose={(entry) => {
            setChoosing(null);
            if (choosing.purpose === 'play') void openEntry(entry);
            else void entry.load().then(journeys.compareWith);
          }}
        />
      )}
    </div>
  );
}
