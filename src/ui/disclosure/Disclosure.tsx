import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { down } from '../icon/secondaryIcons.ts';
import styles from './Disclosure.module.css';

/** A question that expands to its answer. */
export const Disclosure = ({ question, children }: { question: string; children: ReactNode }) => (
  <details className={styles.item}>
    <summary className={styles.question}>
      <span className={styles.in}>
        <span>{question}</span>
        <Icon path={down} size="s" />
      </span>
    </summary>
    <div className={styles.answer}>{children}</div>
  </details>
);

export const DisclosureList = ({ children }: { children: ReactNode }) => <div className={styles.list}>{children}</div>;
