import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/Icon.tsx';
import { check } from '../icon/primaryIcons.ts';
import styles from './Timeline.module.css';

export interface Step {
  /** Distinguishes steps with the same title. */
  id?: string;
  title: string;
  note?: ReactNode;
  when: 'done' | 'now' | 'later';
}

/** Past, present and next steps of a process. */
export const Timeline = ({ steps }: { steps: readonly Step[] }) => (
  <ol>
    {steps.map(({ id, title, note, when }) => (
      <li
        key={id ?? title}
        className={cx(styles.item, when !== 'later' && styles[when])}
        aria-current={when === 'now' ? 'step' : undefined}
      >
        <span className={styles.mark}>{when === 'done' && <Icon path={check} size="xs" />}</span>
        <p className={styles.title}>{title}</p>
        {note && <p className="small">{note}</p>}
      </li>
    ))}
  </ol>
);
