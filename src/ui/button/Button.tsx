import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Button.module.css';

interface Look {
  /** primary: the main action of a screen. sun: the same on an indigo card. quiet: the way to leave the screen. */
  kind?: 'primary' | 'secondary' | 'sun' | 'quiet';
  size?: 'normal' | 'small';
}

const look = ({ kind = 'primary', size = 'normal' }: Look) =>
  cx(styles.btn, kind !== 'primary' && styles[kind], size === 'small' && styles.small);

export interface ButtonProps extends Look {
  children: ReactNode;
  onPress?: () => void;
  type?: 'button' | 'submit';
  /** Id of the form that the button submits, for a button outside of the form. */
  form?: string;
  /** The running action as a verb ("Sending"). Presses do nothing while it is set. */
  busy?: string | false;
  /** Accessible name. Required where the visible text does not name the action. */
  label?: string;
}

/** Never disabled because of a missing input: a press explains what is missing. */
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

/**
 * A link that looks like a button. It leads to another place and changes nothing.
 * @param download file name; the link then saves a file instead.
 */
export const ButtonLink = ({ children, href, download, ...rest }: Look & { children: ReactNode; href: string; download?: string }) => (
  <a className={look(rest)} href={href} download={download}>
    <span className={styles.in}>{children}</span>
  </a>
);

/** Shows that an action is running; the text beside it names the action. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
