import type { ReactElement } from 'react';
import { cx } from '../cx.ts';
import { Spinner } from '../button/Button.tsx';
import { Icon } from '../icon/Icon.tsx';
import { check, error } from '../icon/primaryIcons.ts';
import { Meter } from '../meter/Meter.tsx';
import { PhotoInput } from './PhotoInput.tsx';
import styles from './PhotoTile.module.css';

export interface PhotoTileProps {
  id: string;
  title: string;
  /** Shown while there is no photo: the path of an icon, or a drawing. */
  icon: string | ReactElement;
  /** Address of the photo; null: only the lender has it. */
  image: string | null;
  imageLabel: string;
  look: 'waiting' | 'next' | 'checking' | 'clear' | 'failed';
  /** State of the photo as text: the next action, the running action, or a fault. */
  message: string;
  /** The next action, if `message` reports a fault. */
  hint?: string | null;
  /** The control of the tile, "Take again", with its accessible name. null: another button of the screen opens the camera. */
  action: { label: string; name: string } | null;
  /**
   * Opens the photos of the phone, if the camera is not allowed or was used before. null: the picker of `camera` offers them
   * too.
   */
  choose: { label: string; name: string } | null;
  /** Upload progress of this photo; null: it is not being sent, or no part was sent yet. */
  progress: { part: number; whole: number; label: string } | null;
  /** The camera that the phone opens; null: the phone offers its cameras and its files. */
  camera: 'environment' | 'user' | null;
  /** Absent while another photo is being sent. */
  onTaken: ((file: File) => void) | undefined;
}

/** One photo, taken with the phone's camera or chosen from its files. */
export function PhotoTile({
  id,
  title,
  icon,
  image,
  imageLabel,
  look,
  message,
  hint,
  action,
  choose,
  progress,
  camera,
  onTaken,
}: PhotoTileProps) {
  const placeholder = typeof icon === 'string' ? <Icon path={icon} /> : icon;
  const mark = look === 'clear' ? check : look === 'failed' ? error : null;
  return (
    <li className={cx(styles.photo, look === 'next' && styles.now)} aria-current={look === 'next' ? 'step' : undefined}>
      <div className={styles.frame}>{image === null ? placeholder : <img src={image} alt={imageLabel} />}</div>
      <div className="stack stack--tight">
        <h2>{title}</h2>
        <p
          className={cx(
            styles.state,
            !mark && look !== 'checking' && styles.plain,
            look === 'clear' && styles.ok,
            look === 'failed' && styles.bad,
          )}
          id={`${id}-state`}
          role="status"
        >
          {mark && <Icon path={mark} size="s" />}
          {look === 'checking' && <Spinner />}
          <span>{message}</span>
        </p>
        {progress && <Meter {...progress} />}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {onTaken && look !== 'checking' && look !== 'waiting' && (
        <p className={styles.inputs}>
          <PhotoInput id={id} camera={camera ?? undefined} name={action?.name} describedBy={`${id}-state`} onTaken={onTaken}>
            {action?.label ?? null}
          </PhotoInput>
          {choose && (
            <PhotoInput id={`${id}-file`} name={choose.name} describedBy={`${id}-state`} onTaken={onTaken}>
              {choose.label}
            </PhotoInput>
          )}
        </p>
      )}
    </li>
  );
}
