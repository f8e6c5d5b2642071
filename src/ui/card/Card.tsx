import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/Icon.tsx';
import { chevron } from '../icon/primaryIcons.ts';
import styles from './Card.module.css';

/** A titled box of text or lines. */
export function Card({ title, spacing = 'normal', children }: { title?: string; spacing?: 'normal' | 'snug'; children: ReactNode }) {
  const id = useId();
  return (
    <section className={cx(styles.card, 'stack', spacing === 'snug' && 'stack--snug')} aria-labelledby={title ? id : undefined}>
      {title && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  );
}

/** A box whose rows span its full width. Its children are {@link RowItem}s. */
export const CardList = ({ ordered, children }: { ordered?: 'ordered'; children: ReactNode }) =>
  ordered ? <ol className={cx(styles.card, styles.flush)}>{children}</ol> : <ul className={cx(styles.card, styles.flush)}>{children}</ul>;

export interface RowProps {
  title: ReactNode;
  note?: ReactNode;
  /** Path of the icon in the disc on the left. */
  icon?: string;
  /** A figure in the disc instead of an icon. */
  figure?: string;
  /** Shown on the right instead of a chevron. */
  end?: ReactNode;
  /** Target of the row: makes it a link with a chevron. */
  href?: string;
  /** Action of the row: makes it a button with a chevron. */
  onPress?: () => void;
}

function RowContent({ title, note, icon, figure, end, leads }: RowProps & { leads: boolean }) {
  return (
    <>
      {(icon || figure) && (
        <span className={styles.disc} aria-hidden="true">
          {icon ? <Icon path={icon} /> : figure}
        </span>
      )}
      <span className={cx(styles.rowBody, !icon && !figure && styles.rowBodyWide)}>
        <span className={styles.rowTitle}>{title}</span>
        {note && <span className={styles.rowNote}>{note}</span>}
      </span>
      {end ?? (leads && <Icon path={chevron} size="s" />)}
    </>
  );
}

/** A row outside of a list. */
export function Row(props: RowProps) {
  const { href, onPress, icon, figure, end } = props;
  const row = cx(styles.row, !icon && !figure && end !== undefined && styles.ending);
  if (href !== undefined) {
    return (
      <a className={row} href={href}>
        <RowContent {...props} leads />
      </a>
    );
  }
  if (onPress) {
    return (
      <button className={styles.rowButton} type="button" onClick={onPress}>
        <span className={row}>
          <RowContent {...props} leads />
        </span>
      </button>
    );
  }
  return (
    <div className={row}>
      <RowContent {...props} leads={false} />
    </div>
  );
}

export const RowItem = (props: RowProps) => (
  <li className={styles.item}>
    <Row {...props} />
  </li>
);

/** A disc with an icon. */
export const Disc = ({ icon }: { icon: string }) => (
  <span className={styles.disc}>
    <Icon path={icon} />
  </span>
);
