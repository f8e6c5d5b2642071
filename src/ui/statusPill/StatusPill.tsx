import type { ReactNode } from 'react';
import { Spinner } from '../button/Button.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../icon/Icon.tsx';
import styles from './StatusPill.module.css';

/** `neutral`: nothing to do; `onBrand`: any status on indigo. */
export type PillTone = 'assessing' | 'approved' | 'disbursing' | 'repaying' | 'overdue' | 'onBrand' | 'neutral';

/** A status as icon and text; the colour only supports them. `working` shows a spinner instead of an icon. */
export const StatusPill = ({ tone, icon, children }: { tone: PillTone; icon: string | 'working'; children: ReactNode }) => (
  <span className={cx(styles.pill, tone !== 'neutral' && styles[tone])}>
    {icon === 'working' ? <Spinner /> : <Icon path={icon} size="xs" />}
    {children}
  </span>
);
