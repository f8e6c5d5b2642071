import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { changesOf, valuesOf, valueText, type ValueChange } from '../journey/diff.ts';
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

export const DiffRow = ({ path, before, after }: ValueChange) => (
  <div className="diff__row mono">
    <span title={path}>{shortPath(path)}</span>
    <span className="diff__old" title={valueText(before)}>
      {shortValue(path, before)}
    </span>
    <span aria-label="becomes">→</span>
    <span className="diff__new" title={valueText(after)}>
      {shortValue(path, after)}
    </span>
  </div>
);

function Changed({
  before,
  step,
  changes,
  below,
}: {
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
        <DiffRow key={change.path} {...change} />
      ))}
      <div className="diff__rest">
        {Math.max(0, total - changes.length)} values did not change. {below}
      </div>
    </>
  );
}

function Event({ steps, step }: { steps: readonly Step[]; step: Step }) {
  if (!step.event) return <p className="diff__rest">The start has no event.</p>;
  return (
    <>
      <p>
        {descriptionAt(steps, step.index)?.sentence}, at {clockText(step.at)}
      </p>
      <pre className="mono json">{JSON.stringify(step.event, null, 2)}</pre>
    </>
  );
}

function Values({ step }: { step: Step }) {
  const [query, setQuery] = useState('');
  const wanted = query.toLowerCase();
  const values = valuesOf(step.snapshot).filter(({ path, value }) => `${path} ${valueText(value)}`.toLowerCase().includes(wanted));
  return (
    <>
      <label className="search search--small">
        <span className="visually-hidden">Find a value</span>
        <input type="search" placeholder="Find a value" value={query} onChange={(event) => setQuery(event.target.value)} />
      </label>
      <dl className="values mono">
        {values.map(({ path, value }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>{valueText(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface Props {
  steps: readonly Step[];
  index: number;
  /** Other steps to compare with. */
  below: ReactNode;
}

/** Details of the selected event: changes, raw event, all values, invariants. */
export function Details({ steps, index, below }: Props) {
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
        {tab === 'changed' && <Changed before={before} step={step} changes={changes} below={below} />}
        {tab === 'event' && <Event steps={steps} step={step} />}
        {tab === 'values' && <Values step={step} />}
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
