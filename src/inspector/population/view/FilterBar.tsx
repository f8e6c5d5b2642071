import { DAY, startOfDate } from '#machines/model/calendar.ts';
import { AGAINST_WORDS, type Against, type Asked } from '../asked.ts';
import type { Population } from '../compute/columns.ts';
import { byRelease, CRITERIA, periodOf, valuesOf, type Criterion, type Filter } from '../compute/filter.ts';
import { count, CRITERION_WORDS, dayText, valueWords } from './populationWords.ts';

interface Props extends Pick<Asked, 'filter'> {
  population: Population;
  setFilter: (filter: Filter) => void;
  /** Shows all journeys; null: all are shown already. */
  onEveryone: (() => void) | null;
}

/** Period, release, language, phone, product and market. */
export function FilterBar({ population, filter, setFilter, onEveryone }: Props) {
  const period = periodOf(population);
  const setDay = (key: 'since' | 'until', day: string): void => {
    const { [key]: _gone, ...rest } = filter;
    const at = startOfDate(day);
    setFilter(Number.isNaN(at) ? rest : { ...rest, [key]: key === 'until' ? at + DAY : at });
  };
  const choose = (criterion: Criterion, value: string): void => {
    const { [criterion]: _gone, ...rest } = filter;
    setFilter(value === 'all' ? rest : { ...rest, [criterion]: value.slice(1) });
  };
  return (
    <div className="population__filters" role="group" aria-label="Which journeys">
      {period && (
        <>
          <label className="chip">
            From
            <input
              type="date"
              value={dayText(filter.since ?? period.first)}
              min={dayText(period.first)}
              max={dayText(period.last)}
              onChange={({ target }) => setDay('since', target.value)}
            />
          </label>
          <label className="chip">
            to
            <input
              type="date"
              value={dayText(filter.until === undefined ? period.last : filter.until - DAY)}
              min={dayText(period.first)}
              max={dayText(period.last)}
              onChange={({ target }) => setDay('until', target.value)}
            />
          </label>
        </>
      )}
      {CRITERIA.map((criterion) => {
        const values = valuesOf(population, criterion);
        if (values.length < 2) return null;
        if (criterion === 'release') values.sort((a, b) => byRelease(b.value, a.value));
        return (
          <span key={criterion} className="chip chip--select">
            <select
              aria-label={CRITERION_WORDS[criterion]}
              value={filter[criterion] === undefined ? 'all' : `=${filter[criterion]}`}
              onChange={({ target }) => choose(criterion, target.value)}
            >
              <option value="all">{CRITERION_WORDS[criterion]}: all</option>
              {values.map(({ value, recordings }) => (
                <option key={value} value={`=${value}`}>
                  {valueWords(criterion, value)} ({count(recordings)})
                </option>
              ))}
            </select>
          </span>
        );
      })}
      {onEveryone && (
        <button className="tbtn" type="button" onClick={onEveryone}>
          Everyone
        </button>
      )}
    </div>
  );
}

/** Chooses the population beside the chosen journeys. */
export function CompareChoice({ against, setAgainst }: Pick<Asked, 'against'> & { setAgainst: (against: Against) => void }) {
  return (
    <span className="chip chip--select">
      <select aria-label="Compare with" value={against} onChange={({ target }) => setAgainst(target.value as Against)}>
        {Object.entries(AGAINST_WORDS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
