import { Activity, lazy, Suspense, useMemo, useRef, useState, type ComponentType } from 'react';
import type { Recording } from '#src/recording/format.ts';
import { downloadFile } from '#src/recording/downloadFile.ts';
import { CatalogueDialog } from './catalogue/CatalogueDialog.tsx';
import { useCatalogue } from './catalogue/useCatalogue.ts';
import { KINDS, type ChartId } from './charts/inspectedChart.ts';
import { withLender } from './journey/lenderLog.ts';
import { LenderLogForm } from './panels/LenderLogForm.tsx';
import { foldRepeats } from './journey/foldRepeats.ts';
import { matching, type Filter } from './journey/search.ts';
import { usePreparedTexts } from './journey/usePreparedTexts.ts';
import { countText, durationOf, durationText } from './journey/journeyRun.ts';
import { useJourneys } from './journey/useJourneys.ts';
import { useShownJourney } from './journey/useShownJourney.ts';
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
import { Turn } from './panels/Turn.tsx';
import { Transport } from './panels/Transport.tsx';
import type { Names } from './names.ts';
import { useOpening } from './useOpening.ts';
import { useKeys } from './useKeys.ts';

/** Imported when it is opened, because most visits show one recording only. */
const PopulationView = lazy(async () => ({ default: (await import('./population/view/PopulationView.tsx')).PopulationView }));

/** The panel of the real screen, by chart. */
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

  const { recording } = journeys;
  const { feed } = live;
  const shownJourney = useShownJourney(source, journeys, feed);
  const { journey, step, index, choose, stepBy, play, chart, trail, lenderLog, lines, compared } = shownJourney;
  const { steps } = journey;
  const ScreenPanel = SCREEN_PANELS[chart.id];

  const shown = useMemo(() => withLender(foldRepeats(steps, matching(steps, filter)), lines, filter), [steps, filter, lines]);
  useKeys({ isOn: source !== 'population', onStep: stepBy, onPlay: play, onChoose: choose, last: steps.length - 1, searchField });

  usePreparedTexts(steps);

  const { openEntry, openJourney, asked, setAsked, journeyAsked, fault, dismissFault, refuse } = useOpening({
    source,
    setSource,
    journeys,
    index,
    last: steps.length - 1,
    choose,
    enterAt: shownJourney.enterAt,
  });
  const openFile = async (file: Blob): Promise<void> => {
    const found = await journeys.readFile(file);
    if (!found) return;
    // Stored first, so that it has an address when it is shown.
    await catalogue.add(found);
    await journeys.open(found);
    setSource('recording');
  };

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
  // Hidden, not removed, so that its choices are kept while one of its recordings is shown.
  const population = hasPopulation && (
    <Activity mode={source === 'population' ? 'visible' : 'hidden'}>
      <div className="tool tool--population">
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
            names={names}
            asked={asked}
            onAsked={setAsked}
            journeyAsked={journeyAsked}
            onOpen={openJourney}
            fault={fault}
            onFault={refuse}
            onDismiss={dismissFault}
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
            isScrubbing={shownJourney.isScrubbing}
            names={names}
            order={lines}
            entries={catalogue.entries}
            onChoose={choose}
            onOpen={(entry, stateId) => void openEntry(entry, stateId)}
            tools={tools('chart')}
          />
        }
        screen={
          <Turn panel="screen" turn={shownJourney.turn}>
            <ScreenPanel
              title={journey.title}
              steps={steps}
              index={index}
              step={step}
              isScrubbing={shownJourney.isScrubbing}
              names={names}
              tools={tools('screen')}
            />
          </Turn>
        }
        events={
          <EventsPanel
            index={index}
            count={steps.length - 1}
            tools={tools('events')}
            height={sizes.details}
            onSizes={changeSizes}
            top={
              <>
                {fault !== null && (
                  <QuestionBar question={{ is: 'refused', message: fault }} onRun={dismissFault} onDismiss={dismissFault} />
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
                {compared && <ComparisonBar compared={compared} onGo={choose} onStop={() => void journeys.compareWith(null)} />}
                {chart.id === 'journey' && steps.length > 1 && !lenderLog.lines && <LenderLogForm log={lenderLog} />}
                <Filters filter={filter} onChange={setFilter} searchField={searchField} />
              </>
            }
            timeline={
              <Turn panel="events" isLater turn={shownJourney.turn}>
                <TimelinePanel
                  steps={steps}
                  shown={shown}
                  index={index}
                  isScrubbing={shownJourney.isScrubbing}
                  names={names}
                  onChoose={choose}
                  marks={compared?.marks}
                  empty={source === 'recording' && <Beginning onCatalogue={() => setChoosing({ purpose: 'play' })} />}
                />
              </Turn>
            }
            details={
              <Turn panel="events" isLater turn={shownJourney.turn}>
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
                      partner={compared?.partner ? { journey: compared.other, step: compared.partner } : null}
                      onOther={source === 'recording' ? () => setChoosing({ purpose: 'compare' }) : null}
                    />
                  }
                />
              </Turn>
            }
          />
        }
      />
      <Transport
        steps={steps}
        index={index}
        isPlaying={shownJourney.isPlaying}
        speed={shownJourney.speed}
        onStep={stepBy}
        onChoose={choose}
        onScrub={shownJourney.scrub}
        onPlay={play}
        onSpeed={shownJourney.setSpeed}
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
