import type { ReactNode } from 'react';
import { DETAILS_RANGE, FIRST_SIZES, withDetails, type ChangeSizes } from './sizes.ts';
import { Splitter } from './Splitter.tsx';

interface Props {
  index: number;
  /** Number of events. */
  count: number;
  /** Buttons of the panel. */
  tools: ReactNode;
  /** Notices and filters, above the timeline. */
  top: ReactNode;
  timeline: ReactNode;
  details: ReactNode;
  /** Height of the details, px. */
  height: number;
  onSizes: ChangeSizes;
}

/** The timeline, and below it the details of the selected event. */
export function EventsPanel({ index, count, tools, top, timeline, details, height, onSizes }: Props) {
  return (
    <section
      className="panel panel--events"
      aria-labelledby="log-title"
      style={{ gridTemplateRows: `auto minmax(0, 1fr) 9px ${height}px` }}
    >
      <div className="panel__head">
        <h2 id="log-title">What happened</h2>
        <div className="row-chips">
          {count > 0 && (
            <p>
              Event {index} of {count}
            </p>
          )}
          {tools}
        </div>
      </div>
      <div className="log">
        <div className="log__top">{top}</div>
        {timeline}
      </div>
      <Splitter
        label="Height of the details"
        between="rows"
        now={height}
        {...DETAILS_RANGE}
        step={24}
        onDrag={(by) => onSizes((now) => withDetails(now, now.details - by))}
        onMove={(by) => onSizes((now) => withDetails(now, now.details + by))}
        onReset={() => onSizes((now) => ({ ...now, details: FIRST_SIZES.details }))}
      />
      {details}
    </section>
  );
}
