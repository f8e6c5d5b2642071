import { useMemo, useState } from 'react';
import { nameOf } from '../charts/index.ts';
import { placeOf } from '../journey/journeyRun.ts';
import { DESK_QUERY, type PreviewPage } from '../phone/frameMessages.ts';
import { ScreenPreview } from '../phone/ScreenPreview.tsx';
import type { ScreenPanelProps } from './screenPanel.ts';
import { TextSize } from './TextSize.tsx';

/** The smallest screen that the desk supports. */
const PAGE: PreviewPage = { query: DESK_QUERY, width: 1024, height: 1400, isPhone: false };

/** The real page of the desk at the step. The desk has one language. */
export function DeskScreenPanel({ step, isScrubbing, tools }: ScreenPanelProps) {
  const [textSize, setTextSize] = useState<number>(100);
  const { snapshot } = step;
  const shown = useMemo(() => ({ snapshot, language: null, textSize, isPassing: isScrubbing }), [snapshot, textSize, isScrubbing]);
  const place = nameOf(placeOf(snapshot));
  return (
    <section className="panel panel--plain panel--screen" aria-labelledby="phone-title">
      <div className="panel__head">
        <h2 id="phone-title" className="one-line">
          {place}
        </h2>
        <div className="row-chips">
          <TextSize value={textSize} onChange={setTextSize} />
          {tools}
        </div>
      </div>
      <ScreenPreview page={PAGE} shown={shown} label={`Desk at event ${step.index}: ${place}`} />
    </section>
  );
}
