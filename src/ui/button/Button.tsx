import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Button.module.css';

interface Look {
  /** primary: the one action of a screen. sun: the same on indigo. quiet: the way to leave it. */
  kind?: 'primary' | 'secondary' | 'sun' | 'quiet';
  size?: 'normal' | 'small';
}

const look = ({ kind = 'primary', size = 'normal' }: Look) =>
  cx(styles.btn, kind !== 'primary' && styles[kind], size === 'small' && styles.small);

export interface ButtonProps extends Look {
  children: ReactNode;
  onPress?: () => void;
  type?: 'button' | 'submit';
  /** Id of the form that a submit button outside of it belongs to. */
  form?: string;
  /** The verb of what is under way ("Sending"); while it is given, presses do nothing. */
  busy?: string | false;
  /** Needed where the visible words do not say what the button is for. */
  label?: string;
}

/** Never disabled to hide a requirement: it can be pressed, and then the page explains. */
export function Button({ children, onPress, type = 'button', form, busy, label, ...rest }: ButtonProps) {
  return (
    <button
      className={look(rest)}
      type={type}
      form={form}
      aria-label={label}
      aria-busy={busy ? true : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onPress?.();
      }}
    >
      {busy || <span className={styles.in}>{children}</span>}
    </button>
  );
}

/** A link that looks like a button: it leads to another place and changes nothing. @param download name of the file it saves instead. */
export const ButtonLink = ({ children, href, download, ...rest }: Look & { children: ReactNode; href: string; download?: string }) => (
  <a className={look(rest)} href={href} download={download}>
    <span className={styles.in}>{children}</span>
  </a>
);

/** Says by turning that something is under way; the words beside it say what. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
