import { IconButton } from '../iconButton/IconButton.tsx';
import { Icon } from '../icon/Icon.tsx';
import { camera } from '../icon/secondaryIcons.ts';
import { close } from '../icon/primaryIcons.ts';
import { Meter } from '../meter/Meter.tsx';
import { FieldLabel, FieldMessages, describedBy, type FieldFrame } from './Field.tsx';
import field from './Field.module.css';
import { PhotoInput } from './PhotoInput.tsx';
import styles from './PictureList.module.css';

export interface PictureListProps extends FieldFrame {
  /** Pictures that the lender stores; `image` is null when the phone no longer has the picture. */
  pictures: readonly { name: string; image: string | null; title: string; remove: string }[];
  /** Absent while a picture is being sent. */
  onTaken: ((file: File) => void) | undefined;
  onRemove: (name: string) => void;
  add: string;
  /** Upload progress of the current picture, as text and as a fraction. */
  progress: { part: number; whole: number; label: string } | null;
}

/** The pictures of a message. Each picture is sent as soon as it is chosen. */
export function PictureList({ pictures, onTaken, onRemove, add, progress, ...frame }: PictureListProps) {
  return (
    <div className={field.field} role="group" aria-labelledby={`${frame.id}-label`} aria-describedby={describedBy(frame)}>
      <span className={field.label} id={`${frame.id}-label`}>
        <FieldLabel frame={frame} />
      </span>
      <FieldMessages frame={frame} />
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map(({ name, image, title, remove }) => (
            <li key={name} className={styles.picture}>
              <span className={styles.frame}>{image === null ? <Icon path={camera} size="s" /> : <img src={image} alt="" />}</span>
              <span>{title}</span>
              <IconButton path={close} label={remove} onPress={() => onRemove(name)} />
            </li>
          ))}
        </ul>
      )}
      {progress && (
        <div role="status">
          <p className="small muted">{progress.label}</p>
          <Meter part={progress.part} whole={progress.whole} label={progress.label} />
        </div>
      )}
      {onTaken && (
        <p>
          <PhotoInput id={frame.id} onTaken={onTaken}>
            <Icon path={camera} size="s" />
            {add}
          </PhotoInput>
        </p>
      )}
    </div>
  );
}
