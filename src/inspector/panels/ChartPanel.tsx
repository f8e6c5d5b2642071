import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { Entry } from '../catalogue/useCatalogue.ts';
import { Chart } from '../chart/Chart.tsx';
import type { InspectedChart } from '../charts/inspectedChart.ts';
import type { Names } from '../names.ts';
import { orderChart } from '../charts/orderChart.ts';
import { eventAfter, linesBefore, orderSteps } from '../journey/lenderLog.ts';
import type { PlacedTransition } from '../journey/eventRow.ts';
import { trailOf, type Step, type Trail } from '../journey/journeyRun.ts';
import { StateCard } from './StateCard.tsx';

interface Props {
  chart: InspectedChart;
  steps: readonly Step[];
  trail: Trail;
  index: number;
  isScrubbing: boolean;
  names: Names;
  /** The lender's transitions of the journey's order, as far as they are known. */
  order: readonly PlacedTransition[];
  /** All recordings, for the statistics of a state. */
  entries: readonly Entry[];
  onChoose: (index: number) => void;
  onOpen: (entry: Entry, stateId: string) => void;
  /** Buttons of the panel. */
  tools: ReactNode;
}

/** The chart, the running calls and the card of a state. */
export function ChartPanel({ chart, steps, trail, index, isScrubbing, names, order, entries, onChoose, onOpen, tools }: Props) {
  const [isOrder, setOrder] = useState(false);
  const ordered = useMemo(() => orderSteps(order), [order]);
  const orderTrail = useMemo(() => trailOf(ordered), [ordered]);
  const shown = isOrder
    ? { chart: orderChart, steps: ordered, trail: orderTrail, index: Math.min(linesBefore(order, index), ordered.length - 1) }
    : { chart, steps, trail, index };
  const [selected, setSelected] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const step = steps[index] as Step;
  /** Closes the card and moves the focus to the state, because the focused element is removed. */
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
        <h2 id="chart-title">{shown.chart.heading}</h2>
        <div className="row-chips">
          {chart.id === 'journey' && (
            <div className="seg" role="group" aria-label="Chart">
              {([false, true] as const).map((one) => (
                <button
                  key={String(one)}
                  type="button"
                  aria-pressed={isOrder === one}
                  onClick={() => {
                    setOrder(one);
                    setSelected(null);
                  }}
                >
                  {one ? 'Order' : 'Journey'}
                </button>
              ))}
            </div>
          )}
          {tools}
        </div>
      </div>
      <Chart
        key={shown.chart.id}
        chart={shown.chart}
        steps={shown.steps}
        trail={shown.trail}
        index={shown.index}
        isScrubbing={isScrubbing}
        names={names}
        selected={selected}
        onSelect={(id) => setSelected((before) => (before === id ? null : id))}
      />
      {selected !== null && (
        <StateCard
          id={selected}
          names={names}
          steps={shown.steps}
          index={shown.index}
          entries={entries}
          eventOf={(to) => (isOrder ? eventAfter(order, to, steps.length - 1) : to)}
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
