import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '#src/ui/cx.ts';
import { changeRows, type ChangeRow, type ChangeRows } from '../journey/changeRows.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { lenderTimes } from '../journey/lenderLog.ts';
import { changesOf, leavesOf, placeWords, valuesOf, valueText } from '../journey/diff.ts';
import { pathWords, valueWords } from '../journey/valueWords.ts';
import type { Names } from '../names.ts';
import { chartOf, descriptionAt } from '../charts/index.ts';
import { elapsedText, countText, type Step } from '../journey/journeyRun.ts';

const TABS = ['changed', 'event', 'values', 'rules'] as const;
type Tab = (typeof TABS)[number];

export function DiffRow({ path, label, before, after, whole, names }: ChangeRow & { names: Names }) {
  return (
    <div className={cx('diff__row', names === 'code' && 'mono')}>
      <span title={names === 'code' ? path : label}>{label}</span>
      <span className="diff__old" title={whole.before}>
        {before}
      </span>
      <span aria-label="becomes">→</span>
      <span className="diff__new" title={whole.after}>
        {after}
      </span>
    </div>
  );
}

function Changed({
  before,
  step,
  changed: { rows, finer },
  names,
  below,
}: {
  names: Names;
  before: Step | undefined;
  step: Step;
  changed: ChangeRows;
  below: ReactNode;
}) {
  const total = valuesOf(step.snapshot).length;
  return (
    <>
      {!before && <p className="diff__rest">Nothing came before: this is the start.</p>}
      {rows.map((row) => (
        <DiffRow key={row.path} {...row} names={names} />
      ))}
      <div className="diff__rest">
        {Math.max(0, total - rows.length - finer)} values did not change
        {finer > 0 && `, ${countText(finer, 'moment')} by less than a second`}. {below}
      </div>
    </>
  );
}

function Event({ steps, step, names }: { steps: readonly Step[]; step: Step; names: Names }) {
  const { event } = step;
  if (!event) return <p className="diff__rest">The start has no event.</p>;
  const moment = lenderTimes(steps)[step.index] ?? null;
  const parts = Object.entries(event).filter(([key, value]) => key !== 'type' && key !== 'actorId' && value !== undefined);
  return (
    <>
      <p>
        {descriptionAt(steps, step.index)?.sentence}, at {elapsedText(step.at)}
        {moment !== null && ` (${formatMoment('en', moment)})`}
      </p>
      {names === 'code' ? (
        <pre className="mono json">{JSON.stringify(event, null, 2)}</pre>
      ) : (
        <ValueList values={parts.flatMap(([key, value]) => leavesOf(value, key))} names={names} />
      )}
    </>
  );
}

const ValueList = ({ values, names }: { values: readonly { path: string; value: unknown }[]; names: Names }) => (
  <dl className={cx('values', names === 'code' && 'mono')}>
    {values.map(({ path, value }) => (
      <div key={path}>
        <dt>{names === 'code' ? path : pathWords(path)}</dt>
        <dd>{names === 'code' ? valueText(value) : valueWords(path, value)}</dd>
      </div>
    ))}
  </dl>
);

function Values({ step, names }: { step: Step; names: Names }) {
  const [query, setQuery] = useState('');
  const wanted = query.toLowerCase();
  const values = valuesOf(step.snapshot)
    .map((one) => (one.path === 'state' && names === 'plain' ? { ...one, value: placeWords(step.snapshot) } : one))
    .filter(({ path, value }) =>
      `${path} ${valueText(value)} ${pathWords(path)} ${valueWords(path, value)}`.toLowerCase().includes(wanted),
    );
  return (
    <>
      <label className="search search--small">
        <span className="visually-hidden">Find a value</span>
        <input type="search" placeholder="Find a value" value={query} onChange={(event) => setQuery(event.target.value)} />
      </label>
      <ValueList values={values} names={names} />
    </>
  );
}

interface Props {
  steps: readonly Step[];
  index: number;
  names: Names;
  /** Other steps to compare with. */
  below: ReactNode;
}

/** Details of the selected event: changes, raw event, all values, invariants. */
export function Details({ steps, index, names, below }: Props) {
  const [tab, setTab] = useState<Tab>('changed');
  const tabs = useRef<HTMLDivElement>(null);
  const step = steps[index] as Step;
  const before = steps[index - 1];
  const changed = changeRows(before ? changesOf(before.snapshot, step.snapshot) : [], names);
  const verdicts = chartOf(step.snapshot).verdictsOf(before ?? null, step);
  const broken = verdicts.filter(({ is }) => is === 'broken').length;
  const holding = verdicts.filter(({ is }) => is === 'holds').length;
  const titles: Readonly<Record<Tab, string>> = {
    changed: `Changed (${changed.rows.length})`,
    event: 'Event',
    values: 'All values',
    rules: broken > 0 ? `Rules (${broken} broken)` : `Rules (${holding} hold)`,
  };
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const to = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] as Tab;
    setTab(to);
    tabs.current?.querySelector<HTMLElement>(`#tab-${to}`)?.focus();
  };
  return (
    <div className="detail">
      <div className="tabs" role="tablist" aria-label="Details of the event" ref={tabs} onKeyDown={keys}>
        {TABS.map((one) => (
          <button
            key={one}
            role="tab"
            type="button"
            id={`tab-${one}`}
            aria-selected={tab === one}
            aria-controls="tab-panel"
            tabIndex={tab === one ? 0 : -1}
            onClick={() => setTab(one)}
          >
            {titles[one]}
          </button>
        ))}
      </div>
      <div className="diff" id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === 'changed' && <Changed before={before} step={step} changed={changed} names={names} below={below} />}
        {tab === 'event' && <Event steps={steps} step={step} names={names} />}
        {tab === 'values' && <Values step={step} names={names} />}
        {tab === 'rules' && (
          <ul className="rules">
            {verdicts.map(({ name, is, why }) => (
              <li key={name} className={`rule rule--${is}`}>
                <span className="rule__mark">{is === 'holds' ? 'Holds' : is === 'broken' ? 'Broken' : 'Not asked here'}</span>
                <span>
                  {name}
                  {why && <span className="rule__why">: {why}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
