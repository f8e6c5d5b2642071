import { memo, type RefObject } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { KINDS, type Kind } from '../charts/inspectedChart.ts';
import type { Filter } from '../journey/search.ts';
import { search as searchIcon } from '../inspectorIcons.ts';
import { KIND_ICONS } from './TimelinePanel.tsx';

const WORDS: Readonly<Record<Kind, string>> = { person: 'Person', server: 'Server', shell: 'Shell', time: 'Time', problem: 'Problems' };

interface Props {
  filter: Filter;
  onChange: (filter: Filter) => void;
  searchField: RefObject<HTMLInputElement | null>;
}

export const Filters = memo(function Filters({ filter, onChange, searchField }: Props) {
  const toggled = (kind: Kind): ReadonlySet<Kind> => {
    const kinds = new Set(filter.kinds);
    if (!kinds.delete(kind)) kinds.add(kind);
    return kinds;
  };
  const isOnlyProblems = filter.kinds.size === 1 && filter.kinds.has('problem');
  return (
    <div className="log__filters">
      <div className="row-chips--even" role="group" aria-label="Show">
        {KINDS.map((kind) => (
          <button
            key={kind}
            className="chip"
            type="button"
            aria-pressed={filter.kinds.has(kind)}
            onClick={() => onChange({ ...filter, kinds: toggled(kind) })}
          >
            <Icon path={KIND_ICONS[kind]} size="xs" />
            {WORDS[kind]}
          </button>
        ))}
      </div>
      <div className="log__find">
        <label className="search">
          <Icon path={searchIcon} size="xs" />
          <span className="visually-hidden">Find in events and values</span>
          <input
            ref={searchField}
            type="search"
            placeholder="Find in events and values"
            value={filter.query}
            onChange={(event) => onChange({ ...filter, query: event.target.value })}
          />
        </label>
        <button
          className="chip"
          type="button"
          aria-pressed={isOnlyProblems}
          onClick={() => onChange({ ...filter, kinds: new Set<Kind>(isOnlyProblems ? KINDS : ['problem']) })}
        >
          Only problems
        </button>
      </div>
    </div>
  );
});
