import { Button } from '#src/ui/button/Button.tsx';
import { cx } from '#src/ui/cx.ts';
import { Loading, NotLoaded, Problem, TableRegion, Title } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { promiseText } from '../time.ts';
import { QUEUE_NAMES } from '../deskWords.ts';
import { QueueTable } from './QueueTable.tsx';

/** Shown to a role that handles no cases. */
const Readers = ({ state, send }: ScreenProps) => (
  <>
    <p>Your role handles no cases.</p>
    <div className="dk-buttons">
      <Button size="small" onPress={() => send({ type: 'figures.opened' })}>
        Read the figures
      </Button>
      {state.can({ type: 'recordings.opened' }) && (
        <Button kind="secondary" size="small" onPress={() => send({ type: 'recordings.opened' })}>
          Read recordings
        </Button>
      )}
    </div>
  </>
);

/** The first page: the queues with waiting cases, by their next promise. */
export function Overview({ state, send }: ScreenProps) {
  const { summary, session, now } = state.context;
  const waiting = summary.is === 'loaded' ? summary.value.filter((one) => one.waiting > 0) : [];
  const sorted = [...waiting].sort((a, b) => (a.nextPromise ?? Infinity) - (b.nextPromise ?? Infinity));
  const [first] = sorted;
  const isReader = session?.queues.length === 0;
  return (
    <div className="dk-page">
      <Title note={first && 'The queue with the next promise stands first.'}>Hello, {session?.name}</Title>
      {isReader && <Readers state={state} send={send} />}
      {!isReader && summary.is === 'loading' && <Loading>Counting what waits</Loading>}
      {!isReader && summary.is === 'loaded' && !first && <p>Nothing waits for you.</p>}
      {first && (
        <>
          <div className="dk-buttons">
            <Button size="small" onPress={() => send({ type: 'queue.opened', queue: first.queue })}>
              Begin with {QUEUE_NAMES[first.queue].toLowerCase()}
            </Button>
          </div>
          <TableRegion label="What waits">
            <table>
              <thead>
                <tr>
                  <th scope="col">Queue</th>
                  <th scope="col" className="dk-right">
                    Waiting
                  </th>
                  <th scope="col" className="dk-right">
                    Late
                  </th>
                  <th scope="col">Next promise</th>
                </tr>
              </thead>
              <tbody>
                {sorted.map(({ queue, waiting: count, escalated, nextPromise }) => {
                  const promise = promiseText(nextPromise, now);
                  return (
                    <tr key={queue}>
                      <th scope="row">
                        <button type="button" className="dk-link" onClick={() => send({ type: 'queue.opened', queue })}>
                          {QUEUE_NAMES[queue]}
                        </button>
                      </th>
                      <td className="dk-right num">{count}</td>
                      <td className={cx('dk-right num', escalated > 0 && 'dk-late')}>{escalated}</td>
                      <td className={cx('num', promise.tone === 'late' && 'dk-late', promise.tone === 'soon' && 'dk-soon')}>
                        {promise.text}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </TableRegion>
        </>
      )}
    </div>
  );
}

export function QueueScreen({ state, send }: ScreenProps) {
  const { queue, items, page, problem } = state.context;
  if (queue === null) return null;
  const isFailed = state.matches({ working: { place: { queue: 'failed' } } });
  return (
    <div className="dk-page">
      <Title>{QUEUE_NAMES[queue]}</Title>
      {isFailed && <NotLoaded problem={problem} onRetry={() => send({ type: 'retry.requested' })} />}
      {!isFailed && <Problem problem={problem} />}
      {items.is === 'loading' && !isFailed && <Loading>Loading the queue</Loading>}
      {items.is === 'loaded' && items.value.items.length === 0 && <p>Nothing waits here.</p>}
      {items.is === 'loaded' && items.value.items.length > 0 && (
        <QueueTable label={QUEUE_NAMES[queue]} items={items.value.items} state={state} send={send} />
      )}
      {items.is === 'loaded' && (page > 0 || items.value.more) && (
        <div className="dk-buttons">
          {page > 0 && (
            <Button kind="secondary" size="small" onPress={() => send({ type: 'page.turned', page: page - 1 })}>
              Earlier
            </Button>
          )}
          {items.value.more && (
            <Button kind="secondary" size="small" onPress={() => send({ type: 'page.turned', page: page + 1 })}>
              Later
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
