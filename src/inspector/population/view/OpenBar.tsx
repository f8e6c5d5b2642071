import { useRef, useState } from 'react';
import { DAY } from '#machines/model/calendar.ts';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { upload } from '#src/ui/icon/primaryIcons.ts';
import { download } from '../../inspectorIcons.ts';
import { fetchFromLender } from '../open/lenderRecordings.ts';
import type { OpenPopulation } from '../open/usePopulation.ts';
import { count, dayText } from './populationWords.ts';

interface Props {
  opened: OpenPopulation;
  /** Saves the chosen journeys. */
  onExport: () => void;
}

type Asking = { is: 'open' } | { is: 'fetching'; stop: AbortController } | { is: 'refused'; reason: 'signIn' | 'refused'; message: string };

/** What a button of the bar asks for in a line below it. */
type Line = 'lender' | 'throwAway';

interface LineProps extends Pick<Props, 'opened'> {
  onClose: () => void;
}

/** Asks between which days the wanted recordings were received. */
function FromLender({ opened, onClose }: LineProps) {
  const [asking, setAsking] = useState<Asking>({ is: 'open' });
  const [today] = useState(() => Date.now());
  const [from, setFrom] = useState(() => dayText(today - 14 * DAY));
  const [to, setTo] = useState(() => dayText(today));
  const get = async (): Promise<void> => {
    if (asking.is === 'fetching') return;
    if (from > to) return setAsking({ is: 'refused', reason: 'refused', message: 'The first day is after the last one.' });
    const stop = new AbortController();
    setAsking({ is: 'fetching', stop });
    try {
      const got = await fetchFromLender(from, to, stop.signal);
      if (!got.ok) return setAsking({ is: 'refused', ...got });
      onClose();
      await opened.addSources([got.source]);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
  };
  const cancel = (): void => {
    if (asking.is === 'fetching') asking.stop.abort();
    onClose();
  };
  return (
    <form
      className="population__lender"
      onSubmit={(event) => {
        event.preventDefault();
        void get();
      }}
    >
      <label className="chip">
        Received from
        <input type="date" value={from} required onChange={({ target }) => setFrom(target.value)} />
      </label>
      <label className="chip">
        to
        <input type="date" value={to} required onChange={({ target }) => setTo(target.value)} />
      </label>
      <button className="tbtn tbtn--main" type="submit" aria-disabled={asking.is === 'fetching'}>
        {asking.is === 'fetching' ? 'Fetching' : 'Fetch'}
      </button>
      <button className="tbtn" type="button" onClick={cancel}>
        Cancel
      </button>
      {asking.is === 'refused' && (
        <p className="trouble" role="alert">
          {asking.message}{' '}
          {asking.reason === 'signIn' && (
            <>
              <a href="/desk" target="_blank" rel="noreferrer">
                Sign in at the desk
              </a>
              , then press Fetch again.
            </>
          )}
        </p>
      )}
    </form>
  );
}

/** Throws all journeys away, after a question, because they cannot be restored. */
function ThrowAway({ opened, onClose }: LineProps) {
  const { population, discard } = opened;
  return (
    <div
      className="population__sure"
      role="group"
      aria-label="Throw away?"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <span>
        {population.count === 1 ? 'Throw this journey away' : `Throw all ${count(population.count)} journeys away`}? Your files stay where
        they are.
      </span>
      {/* The focus is on Keep, so that Enter throws nothing away by mistake. */}
      <button className="tbtn" type="button" ref={(button) => button?.focus()} onClick={onClose}>
        Keep
      </button>
      <button
        className="tbtn tbtn--main"
        type="button"
        onClick={() => {
          onClose();
          void discard();
        }}
      >
        Throw away
      </button>
    </div>
  );
}

/** Maximum number of listed sentences about recordings that were left out. */
const MOST_LEFT_OUT = 200;

const IS_READ = /\.(json|ndjson|jsonl)(\.gz)?$/i;
/** The files of a folder whose names say that they contain recordings. */
const ofFolder = (files: readonly File[]): File[] => files.filter(({ name }) => IS_READ.test(name) && name !== 'catalogue.json');

/** Maximum number of sources shown by name. */
const MOST_NAMED = 4;
const namesOf = (sources: OpenPopulation['sources']): string => {
  const named = sources.slice(0, MOST_NAMED).map(({ name }) => name);
  return sources.length > MOST_NAMED ? `${named.join(', ')} and ${count(sources.length - MOST_NAMED)} more` : named.join(', ');
};

/** Opens files, a folder or the lender's store; lists the open sources and the recordings that were left out. */
export function OpenBar({ opened, onExport }: Props) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [lines, setLines] = useState<Readonly<Record<Line, boolean>>>({ lender: false, throwAway: false });
  const show = (line: Line, isShown: boolean): void => setLines((before) => ({ ...before, [line]: isShown }));
  const asks = (line: Line, words: string) => (
    <button className="tbtn" type="button" aria-expanded={lines[line]} onClick={() => show(line, true)}>
      {words}
    </button>
  );
  const { population, sources, leftOut, progress, trouble } = opened;
  const take = (input: HTMLInputElement): void => {
    const chosen = [...(input.files ?? [])];
    input.value = '';
    const wanted = input === folder.current ? ofFolder(chosen) : chosen;
    if (wanted.length > 0) void opened.addFiles(wanted);
    else if (input === folder.current)
      opened.complain(
        `This folder holds no recordings: ${chosen.length === 0 ? 'it is empty' : `of its ${count(chosen.length)} files none ends in .json, .jsonl or .ndjson`}.`,
      );
  };
  return (
    <div className="population__open">
      <p role="status">
        <strong>{progress === null ? `${count(population.count)} journeys` : `Reading, ${Math.floor(100 * progress)}%`}</strong>{' '}
        <span className="muted">{namesOf(sources)}</span>
      </p>
      {leftOut.length > 0 && (
        <details className="trouble">
          <summary>{count(leftOut.length)} left out</summary>
          <ul>
            {leftOut.slice(0, MOST_LEFT_OUT).map((sentence, at) => (
              <li key={at}>{sentence}</li>
            ))}
            {leftOut.length > MOST_LEFT_OUT && <li>and {count(leftOut.length - MOST_LEFT_OUT)} more</li>}
          </ul>
        </details>
      )}
      {trouble !== null && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div className="population__acts">
        {progress !== null && (
          <button className="tbtn tbtn--main" type="button" onClick={opened.cancel}>
            Stop reading
          </button>
        )}
        <button className="tbtn" type="button" onClick={() => files.current?.click()}>
          <Icon path={upload} size="xs" />
          Open files
        </button>
        <button className="tbtn" type="button" onClick={() => folder.current?.click()}>
          Open a folder
        </button>
        {asks('lender', 'From the lender')}
        {population.count > 0 && (
          <>
            <button className="tbtn" type="button" onClick={onExport}>
              <Icon path={download} size="xs" />
              Export as XES
            </button>
            {asks('throwAway', 'Throw away')}
          </>
        )}
        <input
          ref={files}
          type="file"
          multiple
          hidden
          accept=".json,.ndjson,.jsonl,.gz,application/json,application/x-ndjson,application/gzip"
          aria-label="Recordings to open"
          onChange={({ target }) => take(target)}
        />
        <input
          ref={(input) => {
            folder.current = input;
            input?.setAttribute('webkitdirectory', '');
          }}
          type="file"
          hidden
          aria-label="A folder to open"
          onChange={({ target }) => take(target)}
        />
      </div>
      {lines.lender && <FromLender opened={opened} onClose={() => show('lender', false)} />}
      {lines.throwAway && population.count > 0 && <ThrowAway opened={opened} onClose={() => show('throwAway', false)} />}
    </div>
  );
}
