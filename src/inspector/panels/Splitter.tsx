import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

interface Props {
  label: string;
  /** `columns`: the border is between two columns and moves sideways. */
  between: 'columns' | 'rows';
  now: number;
  least: number;
  most: number;
  /** The distance for one press of a key. */
  step: number;
  /** @param by movement of the pointer. px. */
  onDrag: (by: number) => void;
  /** @param by in the unit of `now`. */
  onMove: (by: number) => void;
  /** Restores the initial size. */
  onReset: () => void;
}

/** A border between two panels, which pointer and keys can move. */
export function Splitter({ label, between, now, least, most, step, onDrag, onMove, onReset }: Props) {
  const at = useRef<number | null>(null);
  const placeOf = ({ clientX, clientY }: PointerEvent): number => (between === 'columns' ? clientX : clientY);
  const keys = (event: KeyboardEvent): void => {
    const by: Readonly<Record<string, number>> = {
      [between === 'columns' ? 'ArrowRight' : 'ArrowUp']: step,
      [between === 'columns' ? 'ArrowLeft' : 'ArrowDown']: -step,
      Home: least - now,
      End: most - now,
    };
    const wanted = by[event.key];
    if (event.key === 'Enter') onReset();
    else if (wanted !== undefined) onMove(wanted);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={`splitter splitter--${between}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={between === 'columns' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(now)}
      aria-valuemin={Math.round(least)}
      aria-valuemax={Math.round(most)}
      onKeyDown={keys}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        at.current = placeOf(event);
      }}
      onPointerMove={(event) => {
        if (at.current === null || event.buttons === 0) return;
        const place = placeOf(event);
        onDrag(place - at.current);
        at.current = place;
      }}
      onPointerUp={() => (at.current = null)}
    />
  );
}
