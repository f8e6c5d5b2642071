import { useMemo, useState } from 'react';
import { cx } from '#src/ui/cx.ts';
import { LANGUAGES, type Language } from '#machines/context.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { ScreenPanelProps } from './screenPanel.ts';
import { TextSize } from './TextSize.tsx';
import { placeOf } from '../journey/journeyRun.ts';
import { nameOf } from '../charts/index.ts';
import { ForkButton } from '../fork/ForkButton.tsx';
import { PHONE_QUERY, type PreviewPage } from '../phone/frameMessages.ts';
import { ScreenPreview } from '../phone/ScreenPreview.tsx';
import { restoreMessages } from '../phone/restoreMessages.ts';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', sw: 'Kiswahili' };
/** The size of a cheap phone. */
const PAGE: PreviewPage = { query: PHONE_QUERY, width: 360, height: 747, isPhone: true };

/** The real screen of the step, in any language and text size. */
export function PhonePanel({ title, steps, index, step, isScrubbing, names, tools }: ScreenPanelProps) {
  const [language, setLanguage] = useState<Language | null>(null);
  const [textSize, setTextSize] = useState<number>(100);
  const snapshot = step.snapshot as JourneySnapshot;
  const place = nameOf(placeOf(snapshot));
  /** Chooses a language. The language of the journey itself means: follow the journey. */
  const choose = (wanted: string): void =>
    setLanguage(wanted === snapshot.context.language ? null : (LANGUAGES.find((one) => one === wanted) ?? null));
  const drawn = useMemo(() => restoreMessages(snapshot, language ?? snapshot.context.language), [snapshot, language]);
  const shown = useMemo(() => ({ snapshot: drawn, language, textSize, isPassing: isScrubbing }), [drawn, language, textSize, isScrubbing]);
  return (
    <section className="panel panel--plain panel--screen" aria-labelledby="phone-title">
      <div className="panel__head">
        <h2 id="phone-title" className={cx('one-line', names === 'code' && 'mono')} title={`#${routeOf(snapshot)}`}>
          {names === 'code' ? `#${routeOf(snapshot)}` : place}
        </h2>
        <div className="row-chips">
          <span className="chip chip--select">
            <select aria-label="Language" value={language ?? snapshot.context.language} onChange={(event) => choose(event.target.value)}>
              {LANGUAGES.map((one) => (
                <option key={one} value={one}>
                  {LANGUAGE_NAMES[one]}
                </option>
              ))}
            </select>
          </span>
          <TextSize value={textSize} onChange={setTextSize} />
          {tools}
        </div>
      </div>
      <ScreenPreview page={PAGE} shown={shown} label={`Phone at event ${step.index}: ${place}`} />
      {steps.length > 1 && <ForkButton title={title} steps={steps} index={index} />}
    </section>
  );
}
