import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import choices from '../form/Choices.module.css';
import styles from './ChoiceCards.module.css';

export interface ChoiceCard {
  id: string;
  title: ReactNode;
  note?: ReactNode;
}

/** A choice among a few cards, each with a description. Native radio inputs; the whole card is the label. */
export const ChoiceCards = ({
  legend,
  name,
  value,
  cards,
  onChange,
}: {
  legend: string;
  name: string;
  value: string;
  cards: readonly ChoiceCard[];
  onChange: (id: string) => void;
}) => (
  <fieldset>
    <legend className={styles.legend}>{legend}</legend>
    <div className={choices.choices}>
      {cards.map(({ id, title, note }) => (
        <label key={id} className={cx(choices.choice, id === value && choices.on)}>
          <input className={choices.input} type="radio" name={name} value={id} checked={id === value} onChange={() => onChange(id)} />
          <span>
            <span className={styles.title}>{title}</span>
            {note && <span className={styles.note}>{note}</span>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
