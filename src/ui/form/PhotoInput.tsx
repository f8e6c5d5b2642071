import type { ReactNode } from 'react';
import styles from './PhotoInput.module.css';

export interface PhotoInputProps {
  id: string;
  /** The camera that the phone opens; absent: the phone offers its cameras and its files. */
  camera?: 'environment' | 'user' | undefined;
  /** Accessible name, for screen readers that do not read the context. */
  name?: string | undefined;
  describedBy?: string | undefined;
  onTaken: (file: File) => void;
  /** The visible label. null: another button of the screen triggers the input. */
  children: ReactNode;
}

/**
 * Lets the borrower take or choose a photo. The input serves keyboard and screen readers; only its label is visible.
 */
export function PhotoInput({ id, camera, name, describedBy, onTaken, children }: PhotoInputProps) {
  const isPressedElsewhere = children === null;
  return (
    <>
      <input
        className="visually-hidden"
        type="file"
        id={id}
        accept="image/*"
        capture={camera}
        aria-label={name}
        aria-describedby={describedBy}
        aria-hidden={isPressedElsewhere || undefined}
        tabIndex={isPressedElsewhere ? -1 : undefined}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Emptied, so that the borrower can choose the same file again after a refusal.
          target.value = '';
          if (file) onTaken(file);
        }}
      />
      {!isPressedElsewhere && (
        <label className={styles.label} htmlFor={id}>
          {children}
        </label>
      )}
    </>
  );
}
