import { useCallback, useState } from 'react';
import type { Recording } from '#src/recording/format.ts';
import { wayWords } from '../../journey/sentences.ts';
import { lostStep } from '../compute/lostStep.ts';
import { xesOf } from '../compute/xes.ts';
import { usePopulation } from '../open/usePopulation.ts';
import { Application } from './Application.tsx';
import { BehindDialog, ShowBehind, type Behind } from './Behind.tsx';
import { Changes } from './Changes.tsx';
import { FilterBar } from './FilterBar.tsx';
import { OpenBar } from './OpenBar.tsx';
import { PlaceCard } from './PlaceCard.tsx';
import { PopulationChart } from './PopulationChart.tsx';
import { Questions } from './Questions.tsx';
import { saveParts } from './saveParts.ts';
import { useStudy } from './useStudy.ts';
import { WaysThrough } from './WaysThrough.tsx';
import { count, stateWords } from './words.ts';
import './population.css';

interface Props {
  /** Replays a recording. @param step It is shown from this step on. */
  onOpen: (recording: Recording, step: number) => Promise<void>;
}

const PAGES = {
  chart: 'On the chart',
  questions: 'Questions',
  application: 'Application',
  changes: 'What changed',
  ways: 'Ways through',
} as const;
type Page = keyof typeof PAGES;

/** Many recordings at once. */
export function PopulationView({ onOpen }: Props) {
  const opened = usePopulation();
  const { population } = opened;
  const study = useStudy(population);
  const { figures, other, words } = study;
  const [page, setPage] = useState<Page>('chart');
  const [place, setPlace] = useState<string | null>(null);
  const [behind, setBehind] = useState<Behind | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const showBehind = useCallback((next: Behind) => setBehind(next), []);
  const select = useCallback((id: string) => setPlace((before) => (before === id ? null : id)), []);
  const open = async (index: number): Promise<void> => {
    try {
      const recording = await opened.recordingAt(index);
      const lost = lostStep(population, figures, index) ?? (other && lostStep(population, other.figures, index));
      await onOpen(recording, lost ?? 0);
    } catch (error) {
      setBehind(null);
      setFault(`The recording could not be opened: ${error instanceof Error ? error.message : String(error)}.`);
    }
  };
  const isEmpty = population.count === 0;
  return (
    <ShowBehind value={showBehind}>
      <main
        className="population"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void opened.addFiles([...event.dataTransfer.files]);
        }}
      >
        <div className="panel population__top">
          <OpenBar
            opened={opened}
            onExport={() => saveParts('journeys.xes', xesOf(population, figures.selection, { event: wayWords, page: stateWords }))}
          />
          {!isEmpty && (
            <>
              <FilterBar population={population} {...study} />
              <div className="population__tabs">
                <div className="seg" role="group" aria-label="View of the journeys">
                  {(Object.keys(PAGES) as Page[]).map((one) => (
                    <button key={one} type="button" aria-pressed={page === one} onClick={() => setPage(one)}>
                      {PAGES[one]}
                    </button>
                  ))}
                </div>
                <p className="muted">
                  {count(figures.selection.length)} of {count(population.count)} journeys
                  {other && `, compared with ${count(other.figures.selection.length)}: ${other.words.toLowerCase()}`}
                </p>
              </div>
            </>
          )}
          {fault !== null && (
            <p className="trouble" role="alert">
              {fault}
            </p>
          )}
        </div>
        {isEmpty ? (
          <p className="population__hint">
            Open recordings of borrowers: files, a folder, lines of JSON, or what the lender keeps of those who agreed. They lie on the
            chart together, and stay in this browser until you throw them away.
          </p>
        ) : page === 'chart' ? (
          <div className="population__body">
            <PopulationChart
              population={population}
              figures={figures}
              other={other?.figures ?? null}
              selected={place}
              onSelect={select}
              onBehind={showBehind}
            />
            <aside className="panel population__side" aria-label="About the chosen page" tabIndex={-1}>
              {place === null ? (
                <>
                  <h2>Press a page in the chart</h2>
                  <p className="muted">
                    The number in a box is how many journeys came; the red line under it is the share that was lost there. An arrow is as
                    thick as the number of journeys that took it: press it for their recordings. Play shows all journeys at once.
                  </p>
                </>
              ) : (
                <PlaceCard id={place} population={population} figures={figures} other={other} />
              )}
            </aside>
          </div>
        ) : (
          <div key={page} className="panel population__page" tabIndex={-1}>
            {page === 'questions' && <Questions population={population} figures={figures} />}
            {page === 'application' && <Application population={population} figures={figures} other={other} />}
            {page === 'changes' && <Changes population={population} figures={figures} other={other} words={words} />}
            {page === 'ways' && <WaysThrough population={population} figures={figures} />}
          </div>
        )}
        {behind && <BehindDialog behind={behind} population={population} onOpen={(at) => void open(at)} onClose={() => setBehind(null)} />}
      </main>
    </ShowBehind>
  );
}
