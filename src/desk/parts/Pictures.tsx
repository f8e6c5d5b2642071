/** Photos side by side. Each is zoomed and moved with buttons, by dragging or by keyboard; a mouse wheel is not needed. */
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { DESK_API, type Picture } from '#src/api/desk.ts';
import { Button } from '#src/ui/button/Button.tsx';

interface View {
  zoom: number;
  /** Offset of the picture from the centre, as a fraction of the frame. */
  x: number;
  y: number;
  turns: number;
}
const FIT: View = { zoom: 1, x: 0, y: 0, turns: 0 };
const MOST = 6;
const STEP = 0.12;

const within = (view: View): View => {
  const room = (view.zoom - 1) / 2 + (view.turns % 2) * 0.25;
  const held = (value: number): number => Math.min(room, Math.max(-room, value));
  return { ...view, x: held(view.x), y: held(view.y) };
};
const zoomed = (view: View, by: number): View => within({ ...view, zoom: Math.min(MOST, Math.max(1, view.zoom * by)) });
const moved = (view: View, x: number, y: number): View => within({ ...view, x: view.x + x, y: view.y + y });

/** The change of the view by each key. */
const KEYS: Readonly<Record<string, (view: View) => View>> = {
  '+': (view) => zoomed(view, 1.25),
  '=': (view) => zoomed(view, 1.25),
  '-': (view) => zoomed(view, 0.8),
  '0': () => FIT,
  r: (view) => within({ ...view, turns: (view.turns + 1) % 4 }),
  ArrowLeft: (view) => moved(view, STEP, 0),
  ArrowRight: (view) => moved(view, -STEP, 0),
  ArrowUp: (view) => moved(view, 0, STEP),
  ArrowDown: (view) => moved(view, 0, -STEP),
};

function OnePicture({ picture: { name, words } }: { picture: Picture }) {
  const [view, setView] = useState(FIT);
  const [isMissing, setMissing] = useState(false);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const onKey = (event: KeyboardEvent): void => {
    const change = KEYS[event.key];
    if (!change || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setView(change);
  };
  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    const from = drag.current;
    if (!from) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    drag.current = { x: event.clientX, y: event.clientY };
    setView((before) => moved(before, (event.clientX - from.x) / width, (event.clientY - from.y) / height));
  };
  return (
    <figure className="dk-picture">
      <div
        className="dk-picture__frame"
        role="application"
        aria-roledescription="photo"
        aria-label={`${words}, ${Math.round(view.zoom * 100)} %. Plus and minus zoom, arrows move, R turns, 0 shows all.`}
        tabIndex={0}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onMove}
        onPointerUp={() => {
          drag.current = null;
        }}
      >
        {isMissing ? (
          <p>This photo could not be loaded.</p>
        ) : (
          <img
            src={`${DESK_API}/picture/${encodeURIComponent(name)}`}
            alt={words}
            draggable={false}
            onError={() => setMissing(true)}
            style={{ transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.zoom}) rotate(${view.turns * 90}deg)` }}
          />
        )}
      </div>
      <figcaption>
        <span>{words}</span>
        <span className="dk-buttons dk-buttons--tight">
          <button type="button" className="dk-tool" aria-label={`Zoom in on ${words}`} onClick={() => setView(KEYS['+'] ?? within)}>
            +
          </button>
          <button type="button" className="dk-tool" aria-label={`Zoom out of ${words}`} onClick={() => setView(KEYS['-'] ?? within)}>
            −
          </button>
          <button type="button" className="dk-tool" aria-label={`Turn ${words}`} onClick={() => setView(KEYS['r'] ?? within)}>
            ↻
          </button>
          <button type="button" className="dk-tool" aria-label={`Show all of ${words}`} onClick={() => setView(FIT)}>
            1:1
          </button>
        </span>
      </figcaption>
    </figure>
  );
}

export function Pictures({
  pictures,
  isUncovered,
  onUncover,
}: {
  pictures: readonly Picture[];
  isUncovered: boolean;
  onUncover: () => void;
}) {
  if (pictures.length === 0) return <p className="muted">There are no photos.</p>;
  if (!isUncovered)
    return (
      <div className="dk-covered">
        <p>
          {pictures.length} {pictures.length === 1 ? 'photo is' : 'photos are'} covered: {pictures.map(({ words }) => words).join(', ')}.
        </p>
        <Button kind="secondary" size="small" onPress={onUncover}>
          Show the photos, because …
        </Button>
      </div>
    );
  return (
    <div className="dk-pictures">
      {pictures.map((picture) => (
        <OnePicture key={picture.name} picture={picture} />
      ))}
    </div>
  );
}
