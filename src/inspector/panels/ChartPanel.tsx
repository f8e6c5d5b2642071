import { useRef, useState, type ReactNode } from 'react';
import type { Entry } from '../catalogue/useCatalogue.ts';
import { Chart } from '../chart/Chart.tsx';
import type { InspectedChart } from '../charts/inspectedChart.ts';
import type { Names } from '../names.ts';
import type { Step, Trail } from '../journey/steps.ts';
import { StateCard } from './StateCard.tsx';

interface Props {
  chart: InspectedChart;
  steps: readonly Step[];
  trail: Trail;
  index: number;
  names: Names;
  /** All recordings, for the statistics of a state. */
  entries: readonly Entry[];
  onChoose: (index: number) => void;
  onOpen: (entry: Entry, stateId: string) => void;
  /** Buttons of the panel itself. */
  tools: ReactNode;
}

/** The chart, the running calls and the card of a state. */
export function ChartPanel({ chart, steps, trail, index, names, entries, onChoose, onOpen, tools }: Props) {
  const [selected, setSelected] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const step = steps[index] as Step;
  /** Returns the focus to the state, because the focused element was removed. */
  const close = (): void => {
    if (selected === null) return;
    setSelected(null);
    panel.current?.querySelector<SVGGElement>(`[data-state="${CSS.escape(selected)}"]`)?.focus({ preventScroll: true });
  };
  return (
    <section
      className="panel panel--chart"
      aria-labelledby="chart-title"
      ref={panel}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <div className="panel__head">
        <h2 id="chart-title">{chart.heading}</h2>
        {tools}
      </div>
      <Chart
        chart={chart}
        steps={steps}
        trail={trail}
        index={index}
        names={names}
        selected={selected}
        onSelect={(id) => setSelected((before) => (before === id ? null : id))}
      />
      {selected !== null && (
        <StateCard
          id={selected}
          names={names}
          steps={steps}
          index={index}
          entries={entries}
          onChoose={onChoose}
          onOpen={onOpen}
          onClose={close}
        />
      )}
      <dl className="facts">
        {chart.facts(step.snapshot.context as Readonly<Record<string, unknown>>).map(({ name, value, isGood }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isGood ? 'is-good' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
