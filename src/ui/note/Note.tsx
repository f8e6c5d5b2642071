import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/Icon.tsx';
import { info } from '../icon/primaryIcons.ts';
import styles from './Note.module.css';

/** A remark: one icon, one thought. */
export const Note = ({ tone, icon = info, children }: { tone?: 'overdue' | 'assessing' | 'brand'; icon?: string; children: ReactNode }) => (
  <div className={cx(styles.note, tone && styles[tone])}>
    <Icon path={icon} size="s" />
    <div>{children}</div>
  </div>
);
