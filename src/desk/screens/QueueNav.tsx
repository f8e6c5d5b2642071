/** The navigation on the left: for each queue its waiting cases and the next promise. */
import type { Queue } from '#src/api/desk.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { cx } from '#src/ui/cx.ts';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { promiseText } from '../time.ts';
import { QUEUE_NAMES } from '../deskWords.ts';

export function QueueNav({ state, send }: ScreenProps) {
  const { session, summary, queue: open, now } = state.context;
  const counts = new Map((valueOf(summary) ?? []).map((one) => [one.queue, one]));
  const isPlace = state.matches({ working: { place: 'queue' } }) || state.matches({ working: { place: 'case' } });
  const line = (queue: Queue) => {
    const count = counts.get(queue);
    const promise = count && count.waiting > 0 ? promiseText(count.nextPromise, now) : null;
    return (
      <li key={queue}>
        <button
          type="button"
          className="dk-queue"
          aria-current={isPlace && open === queue ? 'page' : undefined}
          onClick={() => send({ type: 'queue.opened', queue })}
        >
          <span className="dk-queue__name">{QUEUE_NAMES[queue]}</span>
          <span className="dk-queue__count num">{count ? count.waiting : '–'}</span>
          {promise && promise.tone !== 'none' && (
            <span className={cx('dk-queue__promise', promise.tone === 'late' && 'dk-late', promise.tone === 'soon' && 'dk-soon')}>
              {promise.text}
            </span>
          )}
        </button>
      </li>
    );
  };
  return (
    <nav className="dk-queues" aria-label="Queues">
      <ul>{session?.queues.map(line)}</ul>
      {state.matches({ working: { summary: 'failed' } }) && (
        <p className="dk-hint" role="status">
          The counts could not be loaded. They are asked for again.
        </p>
      )}
    </nav>
  );
}
