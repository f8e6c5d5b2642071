import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { close } from '#src/ui/icon/primaryIcons.ts';
import { nodeOf } from '../chart/describeState.ts';
import { countText, durationText } from '../journey/journeyRun.ts';
import { CHARTS, isBeside, nameOf } from '../charts/index.ts';
import { play, search as searchIcon } from '../inspectorIcons.ts';
import type { Summary } from './recordingSummary.ts';
import { searchEntries } from './searchEntries.ts';
import type { Catalogue, Entry } from './useCatalogue.ts';

interface Props {
  catalogue: Catalogue;
  /** Purpose of the selection. */
  purpose: 'play' | 'compare';
  /** Initial search text. */
  query: string;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

const GROUPS: readonly { group: Entry['group']; title: string }[] = [
  { group: 'opened', title: 'Opened in this browser' },
  { group: 'named', title: 'Journeys' },
  { group: 'path', title: 'Generated paths' },
];

const problemsIn = ({ chart, stays }: Summary): number => Object.values(stays[chart]?.problems ?? {}).reduce((sum, one) => sum + one, 0);

/** The innermost state in which a recording ends. */
function endOf({ chart: id, stays }: Summary): string {
  const chart = CHARTS[id];
  const ends = Object.keys(stays).filter((state) => stays[state]?.isEnd && !isBeside(chart, { id: state }));
  const deepest = ends
    .map((state) => nodeOf(chart, state))
    .reduce((deep, node) => (node && (!deep || node.path.length > deep.path.length) ? node : deep), null);
  const place = deepest && nodeOf(chart, deepest.id)?.meta ? deepest : (deepest?.parent ?? deepest);
  return place ? nameOf(place) : '';
}

function nameOfPage(chart: Summary['chart'], id: string): string {
  const node = nodeOf(CHARTS[chart], id);
  return node ? nameOf(node) : id;
}

function factsOf({ summary }: Entry): string {
  if (!summary) return 'Being read';
  const problems = problemsIn(summary);
  const trouble = problems === 0 ? '' : `, ${countText(problems, 'problem')}`;
  const end = summary.givenUpAt === null ? `ends at ${endOf(summary)}` : `gave up at ${nameOfPage(summary.chart, summary.givenUpAt)}`;
  return `${countText(summary.events, 'event')} in ${durationText(summary.ms)}, ${end}${trouble}`;
}

/** Maximum number of rendered rows. */
const MOST = 60;

/** Every recording, searchable by state, clause and event. */
export function CatalogueDialog({ catalogue, purpose, query: firstQuery, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState(firstQuery);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element && !element.open) element.showModal();
    // Removing an open dialog does not return the focus by itself.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const { entries: matches, leftOut, isPart } = searchEntries(catalogue.entries, query);
  return (
    <dialog ref={dialog} className="catalogue" aria-labelledby="catalogue-title" onClose={onClose} onCancel={onClose}>
      <div className="catalogue__head">
        <h2 id="catalogue-title">{purpose === 'play' ? 'Recordings' : 'Compare with'}</h2>
        <button className="key key--small" type="button" aria-label="Close" onClick={onClose}>
          <Icon path={close} size="xs" />
        </button>
      </div>
      <label className="search">
        <Icon path={searchIcon} size="xs" />
        <span className="visually-hidden">Find by state, clause or event</span>
        <input
          type="search"
          placeholder="Find by state, clause or event"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <p className="muted catalogue__count" role="status">
        {matches.length} of {catalogue.entries.length} recordings
        {isPart && ' have most of these words, none has all'}
        {leftOut > 0 && `, without ${leftOut} that only mention ${query.trim()}`}
        {catalogue.unread > 0 && `, ${catalogue.unread} still being read`}
      </p>
      <div className="catalogue__list" tabIndex={-1}>
        {catalogue.entries.length === 0 && (
          <p className="muted">
            None is kept with this build. Import a file, save one in the sandbox, or go live. Generated paths come with
            <span className="mono"> npm run paths -- --record</span>.
          </p>
        )}
        {GROUPS.map(({ group, title }) => {
          const rows = matches.filter((entry) => entry.group === group);
          if (rows.length === 0) return null;
          return (
            <section key={group} aria-label={title}>
              <h3>{title}</h3>
              <ul>
                {rows.slice(0, MOST).map((entry) => (
                  <li key={entry.id} className={entry.throwAway ? 'entry-line' : undefined}>
                    <button className="entry" type="button" onClick={() => onChoose(entry)}>
                      <span className="kind">
                        <Icon path={play} />
                      </span>
                      <span>
                        <span className="entry__title">{entry.title}</span>
                        {entry.about && <span className="entry__about">{entry.about}</span>}
                        <span className="entry__about">{factsOf(entry)}</span>
                      </span>
                    </button>
                    {entry.throwAway && (
                      <button className="tbtn" type="button" aria-label={`Throw away ${entry.title}`} onClick={entry.throwAway}>
                        Throw away
                      </button>
                    )}
                  </li>
                ))}
              </ul>
              {rows.length > MOST && <p className="muted">And {rows.length - MOST} more: search for less.</p>}
            </section>
          );
        })}
        {catalogue.faults.map((fault) => (
          <p key={fault} className="trouble">
            {fault}
          </p>
        ))}
      </div>
    </dialog>
  );
}
