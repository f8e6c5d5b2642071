import { useCallback, useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { close } from '#src/ui/icon/primaryIcons.ts';
import { DAY } from '#machines/model/calendar.ts';
import type { Recording } from '#src/recording/format.ts';
import { WholeButton } from '../../panels/WholeButton.tsx';
import { wayWords } from '../../journey/sentences.ts';
import { asSentence, type Names } from '../../names.ts';
import { asksEveryone, ofEveryone, PAGES, type Asked, type Page } from '../asked.ts';
import { journeyName } from '../compute/journeyName.ts';
import { lostAt, lostStep } from '../compute/lostStep.ts';
import { xesOf } from '../compute/xes.ts';
import { usePopulation } from '../open/usePopulation.ts';
import { Application } from './Application.tsx';
import { BehindDialog, ShowBehind, type Behind } from './Behind.tsx';
import { Changes } from './Changes.tsx';
import { CompareChoice, FilterBar } from './FilterBar.tsx';
import { OpenBar } from './OpenBar.tsx';
import { PlaceCard } from './PlaceCard.tsx';
import { PopulationChart } from './PopulationChart.tsx';
import { Questions } from './Questions.tsx';
import { saveParts } from './saveParts.ts';
import { useStudy } from './useStudy.ts';
import { WaysThrough } from './WaysThrough.tsx';
import { count, dayText, fieldOfPage, nobodyBeside, pageWords, valueWords } from './populationWords.ts';
import './population.css';

interface Props {
  names: Names;
  asked: Asked;
  onAsked: (change: (before: Asked) => Asked) => void;
  /** Number of the journey in the address, and the step to show; null: the address names no journey. */
  journeyAsked: { number: number; step: number } | null;
  /** Replays a recording, beginning at `step`. */
  onOpen: (recording: Recording, as: { number: number; title: string; step: number }) => Promise<void>;
  /** Sentence about invalid parts of the address; null: the address is valid. */
  fault: string | null;
  onFault: (fault: string) => void;
  onDismiss: () => void;
}

const isReversed = ({ filter: { since, until } }: Asked): boolean => since !== undefined && until !== undefined && until <= since;

/** Explains why the filter matches no journey. */
const whyNobody = (asked: Asked): string =>
  isReversed(asked)
    ? `The period ends before it begins: it is from ${dayText(asked.filter.since ?? 0)} to ${dayText((asked.filter.until ?? 0) - DAY)}.`
    : asked.against === 'weekBefore'
      ? 'No journey of the last 7 days is in this choice.'
      : 'No journey is in this choice: nobody was there in this period, with this release, language, phone, product and market together.';

/** The view of many recordings together. */
export function PopulationView({ names, asked, onAsked, journeyAsked, onOpen, fault, onFault, onDismiss }: Props) {
  const opened = usePopulation();
  const { population, isReady, recordingAt } = opened;
  const study = useStudy(population, asked);
  const { figures, other, words, otherWords } = study;
  const { page, place, filter, against } = asked;
  const [behind, setBehind] = useState<Behind | null>(null);
  // The list is closed for a message, because it would cover it.
  const [faultBefore, setFaultBefore] = useState(fault);
  if (fault !== faultBefore) {
    setFaultBefore(fault);
    if (fault !== null) setBehind(null);
  }
  const showBehind = useCallback((next: Behind) => setBehind(next), []);
  const select = useCallback((id: string | null) => onAsked((before) => ({ ...before, place: id })), [onAsked]);
  const [isWhole, setWhole] = useState(false);
  const open = useCallback(
    async (index: number, step: number): Promise<void> => {
      try {
        const recording = await recordingAt(index);
        await onOpen(recording, { number: index + 1, title: journeyName(population, index), step });
      } catch (error) {
        setBehind(null);
        onFault(asSentence(`The recording could not be opened: ${error instanceof Error ? error.message : String(error)}`));
      }
    },
    [population, recordingAt, onOpen, onFault],
  );
  const openLost = (index: number): Promise<void> =>
    open(index, lostStep(population, figures, index) ?? (other && lostStep(population, other.figures, index)) ?? 0);
  useEffect(() => {
    if (!isReady || !journeyAsked) return;
    const { number, step } = journeyAsked;
    if (number <= population.count) void open(number - 1, step);
    else
      onFault(
        population.count === 0
          ? 'The link asks for a journey of a population, and none is open in this browser.'
          : `The link asks for journey ${count(number)}, and ${count(population.count)} are open.`,
      );
  }, [isReady, journeyAsked, population, open, onFault]);
  const isEmpty = population.count === 0;
  return (
    <ShowBehind value={showBehind}>
      <main
        className={page === 'chart' && isWhole ? 'population population--whole' : 'population'}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          const files = [...event.dataTransfer.files];
          if (files.length > 0) void opened.addFiles(files);
        }}
      >
        <div className="panel population__top">
          <OpenBar
            opened={opened}
            onExport={() =>
              saveParts(
                'journeys.xes',
                xesOf(population, figures.selection, { event: wayWords, page: pageWords, field: fieldOfPage, value: valueWords }),
              )
            }
          />
          {!isEmpty && (
            <>
              <FilterBar
                population={population}
                filter={filter}
                setFilter={(next) => onAsked((before) => ({ ...before, filter: next }))}
                onEveryone={asksEveryone(asked) ? null : () => onAsked(ofEveryone)}
              />
              <div className="population__tabs">
                <div className="seg" role="group" aria-label="View of the journeys">
                  {(Object.keys(PAGES) as Page[]).map((one) => (
                    <button
                      key={one}
                      type="button"
                      aria-pressed={page === one}
                      onClick={() => onAsked((before) => ({ ...before, page: one }))}
                    >
                      {PAGES[one]}
                    </button>
                  ))}
                </div>
                <p className="muted">
                  {count(figures.selection.length)} of {count(population.count)} journeys
                  {against !== 'nothing' && against !== 'others' && `: ${words.toLowerCase()}`}
                  {other && `, compared with ${count(other.figures.selection.length)}: ${other.words.toLowerCase()}`}
                </p>
                <CompareChoice against={against} setAgainst={(next) => onAsked((before) => ({ ...before, against: next }))} />
              </div>
              {/* The page of the changes says it in the place of its answer. */}
              {otherWords !== '' && !other && figures.selection.length > 0 && page !== 'changes' && (
                <p className="muted" role="status">
                  {nobodyBeside(otherWords)}
                </p>
              )}
            </>
          )}
          {fault !== null && (
            <p className="trouble trouble--closable" role="alert">
              {fault}
              <button className="key key--small" type="button" aria-label="Close" onClick={onDismiss}>
                <Icon path={close} size="xs" />
              </button>
            </p>
          )}
        </div>
        {isEmpty ? (
          <p className="population__hint">
            Open recordings of borrowers: files, a folder, lines of JSON, or what the lender keeps of those who agreed. They lie on the
            chart together, and stay in this browser until you throw them away.
          </p>
        ) : figures.selection.length === 0 ? (
          <p className="population__hint">{whyNobody(asked)} Everyone shows all journeys again.</p>
        ) : page === 'chart' ? (
          <div className={isWhole ? 'population__body population__body--whole' : 'population__body'}>
            <PopulationChart
              population={population}
              figures={figures}
              other={other?.figures ?? null}
              selected={place}
              onSelect={select}
              onBehind={showBehind}
              tools={<WholeButton panel="chart" isWhole={isWhole} onToggle={() => setWhole(!isWhole)} />}
            />
            {(!isWhole || place !== null) && (
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
            )}
          </div>
        ) : (
          <div key={page} className="panel population__page" tabIndex={-1}>
            {page === 'questions' && <Questions population={population} figures={figures} />}
            {page === 'application' && <Application population={population} figures={figures} other={other} names={names} />}
            {page === 'changes' && (
              <Changes population={population} figures={figures} other={other} words={words} otherWords={otherWords} />
            )}
            {page === 'ways' && <WaysThrough population={population} figures={figures} />}
          </div>
        )}
        {behind && (
          <BehindDialog
            behind={behind}
            population={population}
            lostAt={(at) => lostAt(population, figures, at) ?? (other && lostAt(population, other.figures, at))}
            onOpen={(at) => void openLost(at)}
            onClose={() => setBehind(null)}
          />
        )}
      </main>
    </ShowBehind>
  );
}
