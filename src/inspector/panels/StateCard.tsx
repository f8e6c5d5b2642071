import { Icon } from '#src/ui/icon/Icon.tsx';
import { close } from '#src/ui/icon/paths.ts';
import { aboutState } from '../chart/about.ts';
import { plainName } from '../names.ts';
import { isActive, type Step } from '../journey/steps.ts';
import { rawType } from '../journey/sentences.ts';

interface Props {
  id: string;
  steps: readonly Step[];
  index: number;
  onChoose: (index: number) => void;
  onClose: () => void;
}

/** The next entry into the state after this step, from the start again when there is none. */
function nextVisit(steps: readonly Step[], id: string, index: number): number | null {
  const enters = (at: number): boolean => {
    const before = steps[at - 1];
    return isActive((steps[at] as Step).snapshot, id) && !(before && isActive(before.snapshot, id));
  };
  for (let i = 1; i <= steps.length; i++) {
    const at = (index + i) % steps.length;
    if (enters(at)) return at;
  }
  return null;
}

/** What a state is: its clause, where it leads, and when this journey was there. */
export function StateCard({ id, steps, index, onChoose, onClose }: Props) {
  const about = aboutState(id);
  if (!about) return null;
  const visit = nextVisit(steps, id, index);
  return (
    <section className="card" aria-label={`About ${about.name}`}>
      <div className="card__head">
        <h3>{about.name}</h3>
        <button className="key key--small" type="button" aria-label="Close" onClick={onClose}>
          <Icon path={close} size="xs" />
        </button>
      </div>
      <p className="mono muted">
        {about.id}
        {about.route && `, #${about.route}`}
      </p>
      <p>
        {about.clauses.length > 0 ? `Specification: ${about.clauses.join(', ')}` : 'No clause of the specification is noted here.'}
        {about.calls.length > 0 && ` Calls: ${about.calls.join(', ')}.`}
      </p>
      <p>
        {visit === null ? (
          'This journey was never here.'
        ) : (
          <button className="link" type="button" onClick={() => onChoose(visit)}>
            {isActive((steps[index] as Step).snapshot, id) && visit === index ? 'Only here' : `Go to event ${visit}, where it is entered`}
          </button>
        )}
      </p>
      <h4>Ways from here</h4>
      <ul className="ways">
        {about.ways.map(({ event, guard, to }) => (
          <li key={`${event} ${guard} ${to}`}>
            <span className="mono">{event === '' ? 'at once' : rawType({ type: event })}</span>
            {guard && <span className="muted"> if {plainName(guard).toLowerCase()}</span>}
            <span> → {to || 'stays'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
