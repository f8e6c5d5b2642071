import { useState } from 'react';
import { clockText, DAY, HOUR, MINUTE, nairobiDate, startOfDate } from '#machines/model/calendar.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { clock } from '#src/ui/icon/primaryIcons.ts';
import type { Command } from '../lender/useLender.ts';
import { Panel } from '../parts/Panel.tsx';
import { PanelField } from '../parts/PanelField.tsx';

const STEPS = [
  ['+10 min', 10 * MINUTE],
  ['+1 hour', HOUR],
  ['+1 day', DAY],
  ['+30 days', 30 * DAY],
  ['+91 days', 91 * DAY],
] as const;

/** Time of a chosen day: an hour at which texts may be sent and the desk is staffed. */
const MORNING = 9 * HOUR;

/** "1 day and 2 hours" */
const lead = (ahead: number): string => {
  const days = Math.floor(ahead / DAY);
  const hours = Math.floor((ahead % DAY) / HOUR);
  const minutes = Math.floor((ahead % HOUR) / MINUTE);
  const parts = [days && `${days} d`, hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean);
  return parts.length === 0 ? 'The same as on your watch' : `${parts.join(' ')} ahead of your watch`;
};

/** The lender's clock. It can only be moved forward; a reset restores it. */
export function ClockPanel({ now, ahead, run }: { now: number; ahead: number; run: Command }) {
  const [date, setDate] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [moving, setMoving] = useState(false);
  const move = (body: { advance: number } | { set: number }): void => {
    setMoving(true);
    void run('/clock', body).finally(() => setMoving(false));
  };
  return (
    <Panel title="Clock" icon={clock} aside={moving ? 'Working through what is due' : lead(ahead)}>
      <p>
        <span className="sb-time">{clockText(now)}</span> {formatDeadline('en', nairobiDate(now))}, Nairobi
      </p>
      <div className="sb-buttons">
        {STEPS.map(([words, advance]) => (
          <Button key={words} kind="secondary" size="small" onPress={() => move({ advance })}>
            {words}
          </Button>
        ))}
      </div>
      <form
        className="sb-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!date || date <= nairobiDate(now)) {
            setError('Choose a day after today on this clock.');
            return;
          }
          setError(undefined);
          move({ set: startOfDate(date) + MORNING });
        }}
      >
        <PanelField label="Go to a day, at 09:00" type="date" value={date} error={error} onChange={setDate} />
        <div className="sb-buttons">
          <Button type="submit" kind="secondary" size="small">
            Go there
          </Button>
        </div>
      </form>
    </Panel>
  );
}
