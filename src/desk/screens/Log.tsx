import { deskLogWords, logReasonWords } from '#src/api/deskLogWords.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Loading, NotLoaded, Problem, TableRegion, Title } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { momentText } from '../time.ts';

/** The log of the staff: every look and every act, with its reason. Its lines cannot be changed or deleted. */
export function Log({ state, send }: ScreenProps) {
  const { log, logOf, hasMoreLog, problem } = state.context;
  const isFailed = state.matches({ working: { place: { log: 'failed' } } });
  return (
    <div className="dk-page">
      <Title note={logOf === null ? 'Every look at personal data and every act, newest first.' : `Case ${logOf}, newest first.`}>Log</Title>
      {isFailed ? <NotLoaded problem={problem} onRetry={() => send({ type: 'retry.requested' })} /> : <Problem problem={problem} />}
      {log.is === 'loading' && <Loading>Loading the log</Loading>}
      {log.is === 'loaded' && log.value.length === 0 && <p>Nothing is written here yet.</p>}
      {log.is === 'loaded' && log.value.length > 0 && (
        <TableRegion label="Log">
          <table>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Case</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {log.value.map(({ line, at, who, what, caseId, reason }) => (
                <tr key={line}>
                  <td className="num dk-nowrap">{momentText(at)}</td>
                  <td className="dk-nowrap">{who}</td>
                  <td>{deskLogWords(what)}</td>
                  <td className="dk-mono">{caseId}</td>
                  <td>{reason !== null && logReasonWords(what, reason)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
      {hasMoreLog && (
        <div className="dk-buttons">
          <Button
            kind="secondary"
            size="small"
            busy={state.matches({ working: { place: { log: 'continuing' } } }) && 'Loading'}
            onPress={() => send({ type: 'log.continued' })}
          >
            Earlier lines
          </Button>
        </div>
      )}
    </div>
  );
}
