import { cx } from '../cx.ts';
import styles from './MessageThread.module.css';

export interface ThreadMessage {
  id: number | string;
  own: boolean;
  /** Author and time as text. */
  by: string;
  text: string;
  /** Attachments as text: "2 pictures". */
  note?: string | undefined;
}

/** The messages of a ticket, oldest first. */
export const MessageThread = ({ label, messages }: { label: string; messages: readonly ThreadMessage[] }) => (
  <ol className={styles.thread} aria-label={label}>
    {messages.map(({ id, own, by, text, note }) => (
      <li key={id} className={cx(styles.message, own && styles.own)}>
        <p className="small muted">{by}</p>
        <p>{text}</p>
        {note && <p className="small muted">{note}</p>}
      </li>
    ))}
  </ol>
);
