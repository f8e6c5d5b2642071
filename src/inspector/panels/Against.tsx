import { changesOf } from '../journey/diff.ts';
import type { Step } from '../journey/steps.ts';
import { DiffRow } from './Details.tsx';

/** Most rows; two different borrowers differ in everything. */
const MOST = 40;

/** This step held against another one: of the same journey, or of another recording. */
export function Against({ title, other, step }: { title: string; other: Step; step: Step }) {
  const changes = changesOf(other.snapshot, step.snapshot);
  return (
    <section className="against" aria-label={title}>
      <h3>{title}</h3>
      {changes.length === 0 && <p className="diff__rest">No value differs.</p>}
      {changes.slice(0, MOST).map((change) => (
        <DiffRow key={change.path} {...change} />
      ))}
      {changes.length > MOST && <p className="diff__rest">And {changes.length - MOST} more.</p>}
    </section>
  );
}
