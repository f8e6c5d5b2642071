import { changeRows } from '../journey/changeRows.ts';
import { apart, changesOf, type Apart } from '../journey/diff.ts';
import { countText, type Step } from '../journey/journeyRun.ts';
import type { Names } from '../names.ts';
import { DiffRow } from './Details.tsx';

/** Maximum number of rows. Recordings of two borrowers differ in most values. */
const MOST = 40;

const leftOut = ({ moments, hidden }: Apart): string =>
  [moments > 0 && countText(moments, 'moment'), hidden > 0 && countText(hidden, 'hidden text')].filter(Boolean).join(' and ');

interface Props {
  title: string;
  other: Step;
  step: Step;
  names: Names;
  /** Whether the other step is from another recording. Timestamps and redacted texts are then left out. */
  isOfAnother?: boolean;
}

/** Compares the step with another step of the same journey, or of another recording. */
export function Comparison({ title, other, step, names, isOfAnother = false }: Props) {
  const found: Apart = isOfAnother
    ? apart(other.snapshot, step.snapshot)
    : { changes: changesOf(other.snapshot, step.snapshot), moments: 0, hidden: 0 };
  const { rows } = changeRows(found.changes, names);
  const left = leftOut(found);
  return (
    <section className="against" aria-label={title}>
      <h3>{title}</h3>
      {rows.length === 0 && <p className="diff__rest">No value differs.</p>}
      {rows.slice(0, MOST).map((row) => (
        <DiffRow key={row.path} {...row} names={names} />
      ))}
      {rows.length > MOST && <p className="diff__rest">And {rows.length - MOST} more.</p>}
      {left !== '' && <p className="diff__rest">Left out, for they differ in any two recordings: {left}.</p>}
    </section>
  );
}
