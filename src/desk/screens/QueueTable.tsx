import type { QueueItem } from '#src/api/desk.ts';
import { formatKsh } from '#machines/model/money.ts';
import { cx } from '#src/ui/cx.ts';
import { TableRegion } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { lengthText, promiseText } from '../time.ts';

/** Cases, the oldest promise first. A clerk's own case is listed, but cannot be opened. */
export function QueueTable({ label, items, state, send }: ScreenProps & { label: string; items: readonly QueueItem[] }) {
  const { now, session } = state.context;
  return (
    <TableRegion label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col">Why it waits</th>
            <th scope="col" className="dk-right">
              Amount
            </th>
            <th scope="col">Age</th>
            <th scope="col">Promise</th>
            <th scope="col">Taken by</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ caseId, why, amount, since, promisedBy, isEscalated, takenBy, isOwn }) => {
            const promise = promiseText(promisedBy, now);
            const name = caseId.split(':')[1] ?? caseId;
            return (
              <tr key={caseId}>
                <th scope="row">
                  {isOwn ? (
                    <span className="dk-mono">{name}</span>
                  ) : (
                    <button type="button" className="dk-link dk-mono" onClick={() => send({ type: 'case.opened', caseId })}>
                      {name}
                    </button>
                  )}
                </th>
                <td>{why}</td>
                <td className="dk-right num">{amount === null ? '' : formatKsh(amount)}</td>
                <td className="num">{lengthText(now - since)}</td>
                <td className={cx('num', promise.tone === 'late' && 'dk-late', promise.tone === 'soon' && 'dk-soon')}>
                  {promise.text}
                  {isEscalated && <span className="dk-tag">Escalated</span>}
                </td>
                <td>{isOwn ? 'Your own number' : takenBy ? (takenBy.staffId === session?.staffId ? 'You' : takenBy.name) : 'Free'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableRegion>
  );
}
