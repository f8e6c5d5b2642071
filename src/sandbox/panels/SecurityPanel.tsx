import type { SandboxSecurityEvent } from '#src/api/sandbox.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { log } from '../parts/sandboxIcons.ts';
import { Panel } from '../parts/Panel.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';

/** The hashes of an event. The same borrower, number or address has the same hash in every event. */
const whoIn = ({ user, number, address }: SandboxSecurityEvent): string =>
  Object.entries({ user, number, address })
    .flatMap(([name, hash]) => (hash === null ? [] : [`${name} ${hash}`]))
    .join(', ');

/** The lender's log of security events, newest first. `npm run security-log` shows older ones. */
export const SecurityPanel = ({ events }: { events: readonly SandboxSecurityEvent[] }) => (
  <Panel title="Security log" icon={log}>
    {events.length === 0 ? (
      <p className="sb-quiet">No events yet. Refused sign-ins, limits and decisions of the desk appear here.</p>
    ) : (
      <ScrollRegion label="Security events">
        <ol>
          {events.map((event, i) => (
            // An event has no id. The list grows only at its front, so the distance from its end identifies an event.
            <li key={events.length - i}>
              <p>
                <strong>{event.kind}</strong> {event.leftOut === null ? event.subject : `${event.leftOut} more within a minute`}
              </p>
              <p className="sb-hint">
                {formatMoment('en', event.at)}
                {whoIn(event) !== '' && `, ${whoIn(event)}`}
              </p>
            </li>
          ))}
        </ol>
      </ScrollRegion>
    )}
  </Panel>
);
