import { Button } from '#src/ui/button/Button.tsx';
import { records } from '#src/ui/icon/primaryIcons.ts';
import { Panel } from '../parts/Panel.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';
import { detailOf, timeOf, type LogLine } from '../shell/log.ts';

const WHO = { app: 'App asks', shell: 'Shell says', phone: 'Phone', foreign: 'Refused' } as const;

/** The messages of the bridge, newest first. */
export const EventLogPanel = ({ log, onClear }: { log: readonly LogLine[]; onClear: () => void }) => (
  <Panel
    title="Bridge messages"
    icon={records}
    aside={
      log.length > 0 && (
        <Button kind="quiet" size="small" label="Clear bridge messages" onPress={onClear}>
          Clear
        </Button>
      )
    }
  >
    {log.length === 0 ? (
      <p className="sb-quiet">Nothing yet. What app and shell say to each other appears here.</p>
    ) : (
      <ScrollRegion label="What app and shell said">
        <ol className="sb-log">
          {log.map((line, index) => (
            <li key={log.length - index} className={`sb-log__line sb-log__line--${line.from}`}>
              <span className="sb-log__time">{timeOf(line.at)}</span>
              <span className="sb-log__who">{WHO[line.from]}</span>
              <span className="sb-log__text">{line.text}</span>
              {detailOf(line) && <span className="sb-log__detail">{detailOf(line)}</span>}
            </li>
          ))}
        </ol>
      </ScrollRegion>
    )}
  </Panel>
);
