import { useState } from 'react';
import type { Step } from '../journey/journeyRun.ts';
import { FORK_QUERY, keepSeed, MANNERS, seedOf, type Manner } from './forkSeed.ts';

const WORDS: Readonly<Record<Manner, string>> = {
  usual: 'the lender says yes',
  refuses: 'the lender refuses',
  silent: 'no answer comes',
};

/** Continues the journey from the shown step as a running journey in the sandbox's phone. */
export function ForkButton({ title, steps, index }: { title: string; steps: readonly Step[]; index: number }) {
  const [manner, setManner] = useState<Manner>('usual');
  const [fault, setFault] = useState<string | null>(null);
  const open = (): void => {
    try {
      keepSeed(window.localStorage, seedOf(title, steps, index, manner));
      setFault(null);
      window.open(`sandbox${FORK_QUERY}`, 'journey-fork');
    } catch {
      setFault('This browser keeps nothing, so the step cannot be handed over.');
    }
  };
  return (
    <div className="fork">
      <button className="tbtn" type="button" onClick={open}>
        Continue from here
      </button>
      <span className="chip chip--select">
        <select
          aria-label="How the simulated lender answers"
          value={manner}
          onChange={(event) => setManner(MANNERS.find((one) => one === event.target.value) ?? 'usual')}
        >
          {MANNERS.map((one) => (
            <option key={one} value={one}>
              {WORDS[one]}
            </option>
          ))}
        </select>
      </span>
      {fault && <p role="alert">{fault}</p>}
    </div>
  );
}
