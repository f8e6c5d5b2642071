import { useMemo, useState, type ReactNode } from 'react';
import { LANGUAGES, type Language } from '#machines/context.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import type { Step } from '../journey/steps.ts';
import { placeOf } from '../journey/steps.ts';
import { nameOf } from '../names.ts';
import { ScreenPreview } from '../phone/ScreenPreview.tsx';
import { restoreMessages } from '../phone/restoreMessages.ts';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', sw: 'Kiswahili' };
const TEXT_SIZES = [100, 130, 160, 200] as const;

/** The real screen of the step, in any language and text size. */
export function PhonePanel({ step, children }: { step: Step; children?: ReactNode }) {
  const [language, setLanguage] = useState<Language | null>(null);
  const [textSize, setTextSize] = useState<number>(100);
  const { snapshot } = step;
  /** Follows the language of the journey until another one is chosen. */
  const choose = (wanted: string): void =>
    setLanguage(wanted === snapshot.context.language ? null : (LANGUAGES.find((one) => one === wanted) ?? null));
  const drawn = useMemo(() => restoreMessages(snapshot, language ?? snapshot.context.language), [snapshot, language]);
  const shown = useMemo(() => ({ snapshot: drawn, language, textSize }), [drawn, language, textSize]);
  return (
    <section className="panel panel--plain" aria-labelledby="phone-title">
      <div className="panel__head">
        <h2 id="phone-title" className="mono one-line" title={`#${routeOf(snapshot)}`}>
          #{routeOf(snapshot)}
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
          <span className="chip chip--select">
            <select aria-label="Text size" value={textSize} onChange={(event) => setTextSize(Number(event.target.value))}>
              {TEXT_SIZES.map((one) => (
                <option key={one} value={one}>
                  {one}%
                </option>
              ))}
            </select>
          </span>
        </div>
      </div>
      <ScreenPreview shown={shown} label={`Phone at event ${step.index}: ${nameOf(placeOf(snapshot))}`} />
      {children}
    </section>
  );
}
