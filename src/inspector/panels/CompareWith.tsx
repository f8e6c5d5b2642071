import { useState } from 'react';
import type { Journey, Step } from '../journey/journeyRun.ts';
import type { Names } from '../names.ts';
import { Comparison } from './Comparison.tsx';

interface Props {
  steps: readonly Step[];
  step: Step;
  names: Names;
  /** Another recording and its step that matches; null: none is open beside this one. */
  partner: { journey: Journey; step: Step } | null;
  /** null: a live journey is not compared with a recording. */
  onOther: (() => void) | null;
}

/** The shown step beside an earlier one, and beside the same one of another recording. */
export function CompareWith({ steps, step, names, partner, onOther }: Props) {
  const [against, setAgainst] = useState<number | null>(null);
  const held = against === null ? undefined : steps[against];
  // Without an event there is nothing to compare.
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
