import { useId } from 'react';
import type { Language } from '#machines/context.ts';
import { formatKsh, type Cents } from '#machines/model/money.ts';
import { Money } from '../money/Money.tsx';
import { uiText } from '../strings.ts';
import styles from './AmountSlider.module.css';

export interface AmountSliderProps {
  language: Language;
  label: string;
  value: Cents;
  min: Cents;
  max: Cents;
  step: Cents;
  onChange: (amount: Cents) => void;
}

/** An amount between two limits, chosen with a slider or one step at a time. */
export function AmountSlider({ language, label, value, min, max, step, onChange }: AmountSliderProps) {
  const t = uiText(language);
  const id = useId();
  const stepTo = (amount: Cents) => onChange(Math.min(max, Math.max(min, amount)));
  return (
    <div className={styles.slider}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.steps}>
        <button className={styles.step} type="button" aria-label={t('less')} onClick={() => stepTo(value - step)}>
          −
        </button>
        <Money amount={value} />
        <button className={styles.step} type="button" aria-label={t('more')} onClick={() => stepTo(value + step)}>
          +
        </button>
      </div>
      <input
        className={styles.range}
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={formatKsh(value)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <div className={styles.ends} aria-hidden="true">
        <span>{formatKsh(min)}</span>
        <span>{formatKsh(max)}</span>
      </div>
    </div>
  );
}
