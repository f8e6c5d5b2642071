import type { ReactNode } from 'react';
import styles from './PhotoInput.module.css';

export interface PhotoInputProps {
  id: string;
  /** Which camera the phone should open at once; absent: it offers its cameras and its files. */
  camera?: 'environment' | 'user' | undefined;
  /** Its name for those who do not see what stands around it. */
  name?: string | undefined;
  describedBy?: string | undefined;
  onTaken: (file: File) => void;
  /** What is seen and pressed. Null: the button of the screen presses it. */
  children: ReactNode;
}

/** Asks the phone for a photo. The input is there for keyboard and reader; its label is what is seen. */
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
          // The same file may be chosen again after it was refused.
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
