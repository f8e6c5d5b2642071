/**
 * The camera's picture with a frame, hints, and a button. The photo of a card is taken automatically when the card is still in
 * the frame. The photo of a turned head is taken when the head is still after a turn, because a person who looks aside sees
 * neither the button nor the hints.
 */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/Icon.tsx';
import { close } from '../icon/primaryIcons.ts';
import { releaseCamera, streamOf } from './cameraStore.ts';
import { FACE_MARGIN, isReady, look, MARGIN, NOTHING_SEEN, type Hint, type Subject } from './guide.ts';
import { tick } from '../tick.ts';
import { lookAt, take } from './picture.ts';
import styles from './Viewfinder.module.css';

export interface ViewfinderProps {
  title: string;
  /** Accessible names of the buttons. */
  labels: { close: string; take: string; light: string };
  /** `face` and `turnedFace`: an oval frame and a mirrored picture. A `face` is photographed only by a press. */
  subject: Subject;
  /** The side of the screen to which the borrower turns the head: in a mirror, the borrower's own side. null: no turn. */
  arrow: 'left' | 'right' | null;
  /** Handle of the camera; null: the camera is being opened. */
  handle: string | null;
  /** The text of a hint; null: the camera is being opened. */
  hintText: (hint: Hint | null) => string;
  onTaken: (photo: Blob) => void;
  onClose: () => void;
  /** The stream ended without a request of the page. */
  onEnded: () => void;
}

/** Interval between two judged pictures. ms. */
const LOOK_EVERY = 160;

/** Constraints of a lamp, which are missing in the types of the DOM. */
type Lamp = MediaTrackConstraintSet & { torch?: boolean };
const hasLamp = (track: MediaStreamTrack | undefined): boolean =>
  !!track && 'getCapabilities' in track && (track.getCapabilities() as { torch?: boolean }).torch === true;

export function Viewfinder({ title, labels, subject, arrow, handle, hintText, onTaken, onClose, onEnded }: ViewfinderProps) {
  const isFace = subject !== 'card';
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [hint, setHint] = useState<Hint | null>(null);
  const [isLit, setLit] = useState(false);
  const titleId = useId();
  const track = handle === null ? undefined : streamOf(handle)?.getVideoTracks()[0];
  const isTaking = useRef(false);
  /** The handlers of the last render, in a ref so that a new handler does not restart the effects below. */
  const latest = useRef({ onTaken, onEnded });
  latest.current = { onTaken, onEnded };

  async function release(): Promise<void> {
    if (isTaking.current || !video.current || !frame.current) return;
    isTaking.current = true;
    const photo = await take(video.current, frame.current, isFace ? FACE_MARGIN : MARGIN);
    isTaking.current = false;
    if (photo) latest.current.onTaken(photo);
  }

  useLayoutEffect(() => {
    const finder = dialog.current;
    if (finder && !finder.open) finder.showModal();
    heading.current?.focus();
    return () => {
      if (finder?.open) finder.close();
    };
  }, []);

  useEffect(() => {
    const [shown, stream] = [video.current, handle === null ? undefined : streamOf(handle)];
    if (!shown || !stream || handle === null) return undefined;
    const ended = (): void => latest.current.onEnded();
    stream.getVideoTracks().forEach((one) => one.addEventListener('ended', ended));
    shown.srcObject = stream;
    // Rejected if the page is hidden in the meantime; the element plays when the page is visible again.
    shown.play().catch(() => undefined);
    return () => {
      stream.getVideoTracks().forEach((one) => one.removeEventListener('ended', ended));
      shown.srcObject = null;
      releaseCamera(handle);
    };
  }, [handle]);

  useEffect(() => {
    let guidance = NOTHING_SEEN;
    const looking = setInterval(() => {
      if (!video.current || !frame.current || video.current.videoWidth === 0) return;
      const now = lookAt(video.current, frame.current);
      if (!now) return;
      guidance = look(guidance, now, subject);
      setHint(guidance.hint);
      if (!isReady(guidance, subject)) return;
      // A borrower who looks aside feels the vibration.
      if (isFace) tick();
      void release();
    }, LOOK_EVERY);
    return () => clearInterval(looking);
    // oxlint-disable-next-line react/exhaustive-deps -- `release` reads refs only.
  }, [handle, subject]);

  return (
    <dialog
      ref={dialog}
      className={styles.finder}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.inside}>
        <header className={styles.bar}>
          <button className={styles.control} type="button" aria-label={labels.close} onClick={onClose}>
            <Icon path={close} />
          </button>
          <h2 className={styles.title} id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {hasLamp(track) && (
            <button
              className={styles.control}
              type="button"
              aria-label={labels.light}
              aria-pressed={isLit}
              onClick={() => {
                // If the lamp rejects the request, its button does not change.
                track?.applyConstraints({ advanced: [{ torch: !isLit } as Lamp] }).then(
                  () => setLit(!isLit),
                  () => undefined,
                );
              }}
            >
              <Icon path={flash} />
            </button>
          )}
        </header>
        <div className={styles.stage}>
          <video ref={video} className={cx(styles.feed, isFace && styles.mirrored)} muted playsInline aria-hidden="true" />
          <div ref={frame} className={cx(styles.frame, isFace && styles.oval, hint === 'hold' && styles.ready)} />
          {arrow && <TurnArrow to={arrow} />}
          <p className={styles.hint} role="status">
            {hintText(handle === null ? null : hint)}
          </p>
        </div>
        <footer className={styles.footer}>
          {handle !== null && <button className={styles.shutter} type="button" aria-label={labels.take} onClick={() => void release()} />}
        </footer>
      </div>
    </dialog>
  );
}

/** An arrow beside the oval. The hint names the direction in words. */
const TurnArrow = ({ to }: { to: 'left' | 'right' }) => (
  <svg className={cx(styles.arrow, to === 'right' && styles.right)} viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="24" />
    <path d="M36 24H13M22 14 12 24l10 10" />
  </svg>
);

const flash = 'M13 3.6 5.8 13.4H11l-1 7 7.2-9.8H12z';
