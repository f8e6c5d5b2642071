import { Button } from '#src/ui/button/Button.tsx';
import { Loading, NotLoaded, Problem, Title } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/props.ts';
import { QUEUE_NAMES } from '../words.ts';
import { QueueTable } from './QueueTable.tsx';

/** The first page: where to begin. */
export function Overview({ state, send }: ScreenProps) {
  const { summary, session } = state.context;
  const waiting = summary.is === 'loaded' ? summary.value.filter((one) => one.waiting > 0) : [];
  const first = [...waiting].sort((a, b) => (a.nextPromise ?? Infinity) - (b.nextPromise ?? Infinity))[0];
  return (
    <div className="dk-page">
      <Title note="Queues are on the left. The case with the oldest promise stands first in each.">Hello, {session?.name}</Title>
      {summary.is === 'loading' && <Loading>Counting what waits</Loading>}
      {summary.is === 'loaded' && !first && <p>Nothing waits for you.</p>}
      {first && (
        <div className="dk-buttons">
          <Button onPress={() => send({ type: 'queue.opened', queue: first.queue })}>
            Begin with {QUEUE_NAMES[first.queue].toLowerCase()}
          </Button>
        </div>
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
