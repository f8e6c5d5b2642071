import { useRef, useState } from 'react';
import { DAY } from '#machines/model/calendar.ts';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { upload } from '#src/ui/icon/primaryIcons.ts';
import { download } from '../../inspectorIcons.ts';
import { fetchFromLender } from '../open/lender.ts';
import type { OpenPopulation } from '../open/usePopulation.ts';
import { count, dayText } from './words.ts';

interface Props {
  opened: OpenPopulation;
  /** Saves the chosen journeys. */
  onExport: () => void;
}

type Asking = { is: 'closed' } | { is: 'open' } | { is: 'fetching' } | { is: 'refused'; reason: 'signIn' | 'refused'; message: string };

function FromLender({ opened }: Pick<Props, 'opened'>) {
  const [asking, setAsking] = useState<Asking>({ is: 'closed' });
  const [today] = useState(() => Date.now());
  const [from, setFrom] = useState(() => dayText(today - 14 * DAY));
  const [to, setTo] = useState(() => dayText(today));
  if (asking.is === 'closed')
    return (
      <button className="tbtn" type="button" onClick={() => setAsking({ is: 'open' })}>
        From the lender
      </button>
    );
  const get = async (): Promise<void> => {
    setAsking({ is: 'fetching' });
    const got = await fetchFromLender(from, to);
    if (!got.ok) return setAsking({ is: 'refused', ...got });
    setAsking({ is: 'closed' });
    await opened.addSources([got.source]);
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
        <input type="date" value={from} max={to} required onChange={({ target }) => setFrom(target.value)} />
      </label>
      <label className="chip">
        to
        <input type="date" value={to} min={from} required onChange={({ target }) => setTo(target.value)} />
      </label>
      <button className="tbtn tbtn--main" type="submit" aria-disabled={asking.is === 'fetching'}>
        {asking.is === 'fetching' ? 'Fetching' : 'Fetch'}
      </button>
      <button className="tbtn" type="button" onClick={() => setAsking({ is: 'closed' })}>
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

/** Opens files, a folder or the lender's store; says what is open and what was left out. */
export function OpenBar({ opened, onExport }: Props) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const { population, sources, leftOut, progress, trouble } = opened;
  const take = (input: HTMLInputElement, keep: (file: File) => boolean): void => {
    void opened.addFiles([...(input.files ?? [])].filter(keep));
    input.value = '';
  };
  return (
    <div className="population__open">
      <p role="status">
        <strong>{progress === null ? `${count(population.count)} journeys` : `Reading, ${Math.floor(100 * progress)}%`}</strong>{' '}
        <span className="muted">{sources.map(({ name }) => name).join(', ')}</span>
      </p>
      {leftOut.length > 0 && (
        <details className="trouble">
          <summary>{count(leftOut.length)} left out</summary>
          <ul>
            {leftOut.slice(0, 200).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
      {trouble !== null && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div className="population__acts">
        <button className="tbtn" type="button" onClick={() => files.current?.click()}>
          <Icon path={upload} size="xs" />
          Open files
        </button>
        <button className="tbtn" type="button" onClick={() => folder.current?.click()}>
          Open a folder
        </button>
        <FromLender opened={opened} />
        {population.count > 0 && (
          <>
            <button className="tbtn" type="button" onClick={onExport}>
              <Icon path={download} size="xs" />
              Export as XES
            </button>
            <button className="tbtn" type="button" onClick={() => void opened.discard()}>
              Throw away
            </button>
          </>
        )}
        <input
          ref={files}
          type="file"
          multiple
          hidden
          accept=".json,.ndjson,.jsonl,application/json,application/x-ndjson"
          aria-label="Recordings to open"
          onChange={({ target }) => take(target, () => true)}
        />
        <input
          ref={(input) => {
            folder.current = input;
            input?.setAttribute('webkitdirectory', '');
          }}
          type="file"
          hidden
          aria-label="A folder to open"
          onChange={({ target }) => take(target, ({ name }) => /\.(json|ndjson|jsonl)$/i.test(name) && name !== 'catalogue.json')}
        />
      </div>
    </div>
  );
}
