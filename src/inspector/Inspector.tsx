import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { initialTransition } from 'xstate';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { giveFile } from '#src/recording/giveFile.ts';
import { KINDS } from './journey/kinds.ts';
import { playerMachine } from './journey/player.machine.ts';
import { matching, prepareTexts, type Filter } from './journey/search.ts';
import { durationOf, durationText, trailOf, type Journey } from './journey/steps.ts';
import { useJourneys } from './journey/useJourneys.ts';
import { ChartPanel } from './panels/ChartPanel.tsx';
import { Details } from './panels/Details.tsx';
import { Filters } from './panels/Filters.tsx';
import { Head, type Source } from './panels/Head.tsx';
import { PhonePanel } from './panels/PhonePanel.tsx';
import { Timeline } from './panels/Timeline.tsx';
import { Transport } from './panels/Transport.tsx';
import { useKeys } from './useKeys.ts';

/** Before anything is opened: the journey that has not begun. */
const NOTHING: Journey = {
  id: 'nothing',
  title: 'Open a recording',
  steps: [{ index: 0, at: 0, event: null, snapshot: initialTransition(journeyMachine)[0] as JourneySnapshot, difference: null }],
};

export function Inspector() {
  const journeys = useJourneys();
  const [source, setSource] = useState<Source>('recording');
  const [player, send] = useMachine(playerMachine);
  const [filter, setFilter] = useState<Filter>({ kinds: new Set(KINDS), query: '' });
  const searchField = useRef<HTMLInputElement>(null);

  const journey: Journey = journeys.recording ?? NOTHING;
  const { steps } = journey;
  const times = useMemo(() => steps.map(({ at }) => at), [steps]);
  const [openedId, setOpenedId] = useState(journey.id);
  if (openedId !== journey.id) {
    setOpenedId(journey.id);
    send({ type: 'journey.opened', times });
  }
  const index = Math.min(player.context.index, steps.length - 1);
  const step = steps[index] as Journey['steps'][number];

  const trail = useMemo(() => trailOf(steps), [steps]);
  const shown = useMemo(() => matching(steps, filter), [steps, filter]);
  const choose = useCallback((to: number) => send({ type: 'step.chosen', index: to }), [send]);
  const stepBy = useCallback((by: number) => send({ type: 'stepped', by }), [send]);
  const play = useCallback(() => send({ type: 'play.toggled' }), [send]);
  useKeys({ onStep: stepBy, onPlay: play, onChoose: choose, last: steps.length - 1, searchField });

  // What a search will look through is put into words while nothing else is to be done.
  useEffect(() => {
    let timer = 0;
    const work = (): void => {
      if (prepareTexts(steps, 6)) timer = window.setTimeout(work, 30);
    };
    timer = window.setTimeout(work, 300);
    return () => window.clearTimeout(timer);
  }, [steps]);

  const { recording } = journeys;
  return (
    <div
      className="tool"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) void journeys.importFile(file);
      }}
    >
      <Head
        title={journey.title}
        about={steps.length > 1 ? `${steps.length - 1} events in ${durationText(durationOf(journey))}` : null}
        source={source}
        onSource={setSource}
        onCatalogue={() => undefined}
        onImport={(file) => void journeys.importFile(file)}
        onExport={recording ? () => void giveFile(recording.recording) : null}
      />
      <main className="tool__body">
        <ChartPanel steps={steps} trail={trail} index={index} onChoose={choose} />
        <PhonePanel step={step} />
        <section className="panel log-panel" aria-labelledby="log-title">
          <div className="panel__head">
            <h2 id="log-title">What happened</h2>
            <p>
              Event {index} of {steps.length - 1}
            </p>
          </div>
          <div className="log">
            <Filters filter={filter} onChange={setFilter} searchField={searchField} />
            <Timeline steps={steps} shown={shown} index={index} onChoose={choose} />
          </div>
          <Details steps={steps} index={index} below={null} />
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
    </div>
  );
}
