import { Activity, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { initialTransition } from 'xstate';
import { journeyMachine } from '#machines/journey.machine.ts';
import type { Recording } from '#src/recording/format.ts';
import { downloadFile } from '#src/recording/downloadFile.ts';
import { CatalogueDialog } from './catalogue/CatalogueDialog.tsx';
import { useCatalogue, type Entry } from './catalogue/useCatalogue.ts';
import { compare, otherIndex } from './journey/compareJourneys.ts';
import { chartOf } from './charts/index.ts';
import { KINDS, type ChartId } from './charts/inspectedChart.ts';
import { placeTransitions, reportedChanges, withLender } from './journey/lenderLog.ts';
import { useLenderLog } from './journey/useLenderLog.ts';
import { usePlayer } from './journey/usePlayer.ts';
import { LenderLogForm } from './panels/LenderLogForm.tsx';
import { foldRepeats } from './journey/foldRepeats.ts';
import { matching, prepareTexts, type Filter } from './journey/search.ts';
import { countText, durationOf, durationText, trailOf, type Journey, type Step } from './journey/journeyRun.ts';
import { useJourneys } from './journey/useJourneys.ts';
import { recordingOfFeed } from './live/recordingOfFeed.ts';
import { useLive } from './live/useLive.ts';
import { CompareWith } from './panels/CompareWith.tsx';
import { ChartPanel } from './panels/ChartPanel.tsx';
import { Details } from './panels/Details.tsx';
import { EventsPanel } from './panels/EventsPanel.tsx';
import { Filters } from './panels/Filters.tsx';
import { Head, type Source } from './panels/Head.tsx';
import { Beginning, ComparisonBar, LiveBar, PartingBar, QuestionBar } from './panels/Notices.tsx';
import { DeskScreenPanel } from './panels/DeskScreenPanel.tsx';
import { PhonePanel } from './panels/PhonePanel.tsx';
import { Panels, type PanelName } from './panels/Panels.tsx';
import { useSizes } from './panels/sizes.ts';
import { WholeButton } from './panels/WholeButton.tsx';
import type { ScreenPanelProps } from './panels/screenPanel.ts';
import { TimelinePanel } from './panels/TimelinePanel.tsx';
import { Transport } from './panels/Transport.tsx';
import type { Names } from './names.ts';
import type { Address } from './inspectorAddress.ts';
import { storedIdOf, STORED } from './catalogue/stored.ts';
import { ASKS_NOTHING, type Asked } from './population/asked.ts';
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

type Choosing = { purpose: 'play' | 'compare' } | null;

export function Inspector() {
  const catalogue = useCatalogue();
  const journeys = useJourneys();
  const [source, setSource] = useState<Source>('recording');
  const live = useLive(source === 'live');
  const [filter, setFilter] = useState<Filter>({ kinds: new Set(KINDS), query: '' });
  const [choosing, setChoosing] = useState<Choosing>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [names, setNames] = useState<Names>('plain');
  const [sizes, changeSizes] = useSizes();
  const [whole, setWhole] = useState<PanelName | null>(null);

  const { recording, other } = journeys;
  const { feed } = live;
  const journey: Journey = useMemo(() => {
    if (source !== 'live') return recording ?? NOTHING;
    return feed ? { id: `live ${feed.sessionId} ${feed.startedAt}`, title: 'Live', steps: feed.steps } : NOBODY;
  }, [source, recording, feed]);
  const { steps } = journey;

  const { step, index, choose, stepBy, play, enterAt, ...player } = usePlayer(journey, source === 'live');
  const chart = chartOf(step.snapshot);
  const ScreenPanel = SCREEN_PANELS[chart.id];

  const trail = useMemo(() => trailOf(steps), [steps]);
  const lenderLog = useLenderLog(source === 'recording' ? (recording?.recording.order ?? null) : null, journey.id);
  const lines = useMemo(
    () => (chart.id !== 'journey' ? [] : lenderLog.lines ? placeTransitions(steps, lenderLog.lines) : reportedChanges(steps)),
    [chart, lenderLog.lines, steps],
  );
  const shown = useMemo(() => withLender(foldRepeats(steps, matching(steps, filter)), lines, filter), [steps, filter, lines]);
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

  const { run, close } = journeys;
  // A stored recording is always run on the present chart, and the page marks the first difference.
  const openEntry = useCallback(
    async (entry: Pick<Entry, 'load'>, at: string | number | null = null) => {
      const found = await entry.load();
      enterAt(at);
      if (await run(found)) setSource('recording');
    },
    [run, enterAt],
  );

  const [asked, setAsked] = useState<Asked>(ASKS_NOTHING);
  /** The recording that was opened from the population, and its number there. */
  const [ofPopulation, setOfPopulation] = useState<{ recording: Recording; number: number } | null>(null);
  /** The journey that the address asks for, until the population has it. */
  const [journeyAsked, setJourneyAsked] = useState<{ number: number; step: number } | null>(null);
  const openJourney = useCallback(
    async (found: Recording, { number, title, step: at }: { number: number; title: string; step: number }) => {
      setJourneyAsked(null);
      enterAt(at);
      if (!(await run(found, title))) return;
      setOfPopulation({ recording: found, number });
      setSource('recording');
    },
    [run, enterAt],
  );

  const shownAddress = useMemo((): Address | null => {
    if (source === 'live') return { is: 'live' };
    if (source === 'population') return { is: 'population', asked };
    if (!recording) return null;
    if (ofPopulation?.recording === recording.recording) return { is: 'journey', number: ofPopulation.number, step: index, asked };
    const id = storedIdOf(recording.recording);
    const stored = STORED.find((one) => one.id === id);
    return stored ? { is: 'stored', stored, step: index } : null;
  }, [source, asked, recording, ofPopulation, index]);
  const isAddressed = shownAddress?.is === 'stored' || shownAddress?.is === 'journey';
  const openAddress = useCallback(
    (address: Address | null): void | Promise<void> => {
      setJourneyAsked(null);
      switch (address?.is) {
        case 'stored':
          return openEntry(address.stored, address.step);
        case 'journey':
          setJourneyAsked({ number: address.number, step: address.step });
          setAsked((before) => ({ ...address.asked, page: before.page }));
          return setSource('population');
        case 'population':
          setAsked(address.asked);
          return setSource('population');
        case 'live':
          return setSource('live');
        case undefined:
          // A file that was imported has no address and stays.
          setSource('recording');
          if (isAddressed) close();
      }
    },
    [openEntry, close, isAddressed],
  );
  const address = useAddressed({ shown: shownAddress, last: steps.length - 1, open: openAddress, choose });
  const { refuse: refuseAddress } = address;
  const refuse = useCallback(
    (fault: string) => {
      setJourneyAsked(null);
      refuseAddress(fault);
    },
    [refuseAddress],
  );
  const openFile = async (file: Blob): Promise<void> => {
    const found = await journeys.importFile(file);
    if (!found) return;
    setSource('recording');
    catalogue.add(found);
  };

  const partnerStep = other && comparison ? other.steps[otherIndex(comparison, index)] : undefined;
  const { question } = journeys;
  const followed = useMemo(() => (feed ? recordingOfFeed(feed) : null), [feed]);
  const withLog = (saved: Recording): Recording => (lenderLog.lines ? { ...saved, order: lenderLog.lines } : saved);
  const savable = source === 'recording' ? (recording?.recording ?? null) : followed;

  const tools = (panel: PanelName) => (
    <WholeButton panel={panel} isWhole={whole === panel} onToggle={() => setWhole(whole === panel ? null : panel)} />
  );

  const head = { source, names, onNames: setNames, onSource: setSource, onImport: (file: File) => void openFile(file) };

  const [hasPopulation, setHasPopulation] = useState(false);
  if (source === 'population' && !hasPopulation) setHasPopulation(true);
  // What was chosen there is still chosen after a look at one of its recordings.
  const population = hasPopulation && (
    <Activity mode={source === 'population' ? 'visible' : 'hidden'}>
      <div className="tool">
        <Head
          title="Many borrowers"
          about={null}
          {...head}
          onCatalogue={() => {
            setSource('recording');
            setChoosing({ purpose: 'play' });
          }}
          onExport={null}
        />
        <Suspense>
          <PopulationView
            asked={asked}
            onAsked={setAsked}
            journeyAsked={journeyAsked}
            onOpen={openJourney}
            fault={address.fault}
            onFault={refuse}
            onDismiss={address.dismiss}
          />
        </Suspense>
      </div>
    </Activity>
  );

  const journeyView = source !== 'population' && (
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
        {...head}
        onCatalogue={() => setChoosing({ purpose: 'play' })}
        onExport={savable ? () => void downloadFile(withLog(savable)) : null}
      />
      <Panels
        sizes={sizes}
        onSizes={changeSizes}
        whole={whole}
        chart={
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
            tools={tools('chart')}
          />
        }
        screen={<ScreenPanel title={journey.title} steps={steps} index={index} step={step} names={names} tools={tools('screen')} />}
        events={
          <EventsPanel
            index={index}
            count={steps.length - 1}
            tools={tools('events')}
            height={sizes.details}
            onSizes={changeSizes}
            top={
              <>
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
              </>
            }
            timeline={
              <TimelinePanel
                steps={steps}
                shown={shown}
                index={index}
                names={names}
                onChoose={choose}
                marks={marks}
                empty={source === 'recording' && <Beginning onCatalogue={() => setChoosing({ purpose: 'play' })} />}
              />
            }
            details={
              <Details
                steps={steps}
                index={index}
                names={names}
                below={
                  <CompareWith
                    key={journey.id}
                    steps={steps}
                    step={step}
                    names={names}
                    partner={other && partnerStep ? { journey: other, step: partnerStep } : null}
                    onOther={source === 'recording' ? () => setChoosing({ purpose: 'compare' }) : null}
                  />
                }
              />
            }
          />
        }
      />
      <Transport
        steps={steps}
        index={index}
        isPlaying={player.isPlaying}
        speed={player.speed}
        onStep={stepBy}
        onChoose={choose}
        onPlay={play}
        onSpeed={player.setSpeed}
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
  return (
    <>
      {population}
      {journeyView}
    </>
  );
}
