import { cx } from '../cx.ts';
import { Spinner } from '../button/Button.tsx';
import { Icon } from '../icon/Icon.tsx';
import { check, error } from '../icon/paths.ts';
import styles from './PhotoTile.module.css';

export interface PhotoTileProps {
  id: string;
  title: string;
  /** Drawn while there is no photo: an outline of `paths.ts`. */
  icon: string;
  /** Address of the photo as taken; null when only the lender has it. */
  image: string | null;
  imageLabel: string;
  look: 'waiting' | 'next' | 'checking' | 'clear' | 'failed';
  /** What the tile says about its photo: what comes, what is under way, what is wrong and what to do. */
  message: string;
  /** The tile's own control, "Take again", and its name for those who do not see the tile. Null: the button of the screen opens the camera. */
  action: { label: string; name: string } | null;
  /** Which camera the phone should open. */
  camera: 'environment' | 'user';
  /** Absent while another photo is on its way. */
  onTaken: ((file: File) => void) | undefined;
}

/** One photo to be taken. The camera is the phone's own, which also offers files where there is none. */
export function PhotoTile({ id, title, icon, image, imageLabel, look, message, action, camera, onTaken }: PhotoTileProps) {
  const mark = look === 'clear' ? check : look === 'failed' ? error : null;
  return (
    <li className={cx(styles.photo, look === 'next' && styles.now)} aria-current={look === 'next' ? 'step' : undefined}>
      <div className={styles.frame}>{image === null ? <Icon path={icon} /> : <img src={image} alt={imageLabel} />}</div>
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
        {onTaken && look !== 'checking' && look !== 'waiting' && (
          <p>
            <input
              className={styles.file}
              type="file"
              id={id}
              accept="image/*"
              capture={camera}
              aria-label={action?.name}
              aria-describedby={`${id}-state`}
              aria-hidden={action === null || undefined}
              tabIndex={action === null ? -1 : undefined}
              onChange={(event) => {
                const file = event.target.files?.[0];
                // The same file may be chosen again after it was refused.
                event.target.value = '';
                if (file) onTaken(file);
              }}
            />
            {action && (
              <label className={styles.again} htmlFor={id}>
                {action.label}
              </label>
            )}
          </p>
        )}
      </div>
    </li>
  );
}
