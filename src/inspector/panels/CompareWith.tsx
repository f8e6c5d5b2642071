import { useState } from 'react';
import type { Journey, Step } from '../journey/journeyRun.ts';
import type { Names } from '../names.ts';
import { Comparison } from './Comparison.tsx';

interface Props {
  steps: readonly Step[];
  step: Step;
  names: Names;
  /** The other recording with the matching step; null: no other recording is open. */
  partner: { journey: Journey; step: Step } | null;
  /** null: a live journey cannot be compared with a recording. */
  onOther: (() => void) | null;
}

/** Compares the shown step with an earlier one, and with the matching step of another recording. */
export function CompareWith({ steps, step, names, partner, onOther }: Props) {
  const [against, setAgainst] = useState<number | null>(null);
  const held = against === null ? undefined : steps[against];
  // A journey without events has nothing to compare.
  if (steps.length <= 1) return null;
  return (
    <>
      Compare with{' '}
      <button className="link" type="button" onClick={() => setAgainst(against === null ? Math.min(1, steps.length - 1) : null)}>
        {against === null ? 'event 1' : 'nothing'}
      </button>
      {onOther && (
        <>
          {' or '}
          <button className="link" type="button" onClick={onOther}>
            another recording
          </button>
        </>
      )}
      .{held && <Comparison title={`From event ${held.index} to event ${step.index}`} other={held} step={step} names={names} />}
      {partner && (
        <Comparison
          title={`Against event ${partner.step.index} of ${partner.journey.title}`}
          other={partner.step}
          step={step}
          names={names}
          isOfAnother
        />
      )}
    </>
  );
}
