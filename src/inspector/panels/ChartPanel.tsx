import { useRef, useState } from 'react';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Entry } from '../catalogue/useCatalogue.ts';
import { Chart } from '../chart/Chart.tsx';
import type { Names } from '../chart/Drawing.tsx';
import type { Step, Trail } from '../journey/steps.ts';
import { StateCard } from './StateCard.tsx';

interface Props {
  steps: readonly Step[];
  trail: Trail;
  index: number;
  /** All recordings, for the statistics of a state. */
  entries: readonly Entry[];
  onChoose: (index: number) => void;
  onOpen: (entry: Entry, stateId: string) => void;
}

const facts = ({ context }: JourneySnapshot): readonly { name: string; value: string; isGood: boolean }[] => [
  { name: 'Session', value: context.session ? 'valid' : context.lostSession ? 'ended' : 'none', isGood: context.session !== null },
  { name: 'Network', value: context.online ? 'online' : 'offline', isGood: context.online },
  { name: 'Draft', value: Object.keys(context.drafts).length > 0 ? 'saved' : 'none', isGood: Object.keys(context.drafts).length > 0 },
];

/** The chart, the running calls and the card of a state. */
export function ChartPanel({ steps, trail, index, entries, onChoose, onOpen }: Props) {
  const [names, setNames] = useState<Names>('plain');
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
        <h2 id="chart-title">Where the journey is</h2>
        <div className="seg" role="group" aria-label="Names">
          {(['plain', 'code'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={names === one} onClick={() => setNames(one)}>
              {one === 'plain' ? 'Plain names' : 'Code names'}
            </button>
          ))}
        </div>
      </div>
      <Chart
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
        {facts(step.snapshot).map(({ name, value, isGood }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isGood ? 'is-good' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
