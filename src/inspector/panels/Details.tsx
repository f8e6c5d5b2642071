import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '#src/ui/cx.ts';
import { changesOf, leavesOf, placeWords, valuesOf, valueText, type ValueChange } from '../journey/diff.ts';
import { pathWords, valueWords } from '../journey/valueWords.ts';
import type { Names } from '../names.ts';
import { chartOf, descriptionAt } from '../charts/index.ts';
import { clockText, type Step } from '../journey/steps.ts';

const TABS = ['changed', 'event', 'values', 'rules'] as const;
type Tab = (typeof TABS)[number];

/** Shortens a long path at its beginning: the end is more specific. */
const shortPath = (path: string): string => {
  const parts = path.split('.');
  while (parts.length > 1 && parts.join('.').length > 20) parts.shift();
  const end = parts.join('.');
  return end === path ? path : `…${end}`;
};

/** Shortens a state to its innermost parts. */
const shortValue = (path: string, value: unknown): string => {
  const parts = path === 'state' ? valueText(value).split('.') : [];
  return parts.length > 2 ? `…${parts.slice(-2).join('.')}` : valueText(value);
};

interface DiffRowProps extends ValueChange {
  names: Names;
}

export function DiffRow({ path, says, before, after, names }: DiffRowProps) {
  const isCode = names === 'code';
  const said = (value: unknown, words: string | undefined): string =>
    isCode ? shortValue(path, value) : (words ?? valueWords(path, value));
  return (
    <div className={cx('diff__row', isCode && 'mono')}>
      <span title={path}>{isCode ? shortPath(path) : pathWords(path)}</span>
      <span className="diff__old" title={isCode ? valueText(before) : said(before, says?.before)}>
        {said(before, says?.before)}
      </span>
      <span aria-label="becomes">→</span>
      <span className="diff__new" title={isCode ? valueText(after) : said(after, says?.after)}>
        {said(after, says?.after)}
      </span>
    </div>
  );
}

function Changed({
  before,
  step,
  changes,
  names,
  below,
}: {
  names: Names;
  before: Step | undefined;
  step: Step;
  changes: readonly ValueChange[];
  below: ReactNode;
}) {
  const total = valuesOf(step.snapshot).length;
  return (
    <>
      {!before && <p className="diff__rest">Nothing came before: this is the start.</p>}
      {changes.map((change) => (
        <DiffRow key={change.path} {...change} names={names} />
      ))}
      <div className="diff__rest">
        {Math.max(0, total - changes.length)} values did not change. {below}
      </div>
    </>
  );
}

function Event({ steps, step, names }: { steps: readonly Step[]; step: Step; names: Names }) {
  const { event } = step;
  if (!event) return <p className="diff__rest">The start has no event.</p>;
  const parts = Object.entries(event).filter(([key, value]) => key !== 'type' && key !== 'actorId' && value !== undefined);
  return (
    <>
      <p>
        {descriptionAt(steps, step.index)?.sentence}, at {clockText(step.at)}
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
  const changes = before ? changesOf(before.snapshot, step.snapshot) : [];
  const verdicts = chartOf(step.snapshot).verdictsOf(before ?? null, step);
  const broken = verdicts.filter(({ is }) => is === 'broken').length;
  const holding = verdicts.filter(({ is }) => is === 'holds').length;
  const titles: Readonly<Record<Tab, string>> = {
    changed: `Changed (${changes.length})`,
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
        {tab === 'changed' && <Changed before={before} step={step} changes={changes} names={names} below={below} />}
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
