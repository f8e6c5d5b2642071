/** The screen that a person zooms into. Its inner states are drawn beside those of the active screen. */
import { useEffect, useState } from 'react';
import { withOpen, type LaidOut } from './laidOut.ts';
import type { Layout, Point } from './layout.ts';
import { middleOf, type Camera, type CameraEvent, type Room } from './viewport.ts';

/** The screen in the middle is opened from the first scale on, and closed below the second. */
const OPENS = 1.3;
const CLOSES = 0.8;

/** The screen with inner states at a point; null: none. */
function screenAt({ graph }: LaidOut, { boxes }: Layout, { x, y }: Point): string | null {
  const at = Object.keys(graph.innerGraphs).find((id) => {
    const rect = boxes[id];
    return rect && x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
  });
  return at ?? null;
}

export interface Looked {
  looked: string | null;
  /** Opens a screen instead of the previous one; null: closes it. */
  lookInto: (screen: string | null) => void;
}

/** @param active the screen that is open because the journey is in it. */
export function useLooked(
  laid: LaidOut,
  active: string | null,
  camera: Camera,
  room: Room,
  toCamera: (event: CameraEvent) => void,
): Looked {
  const [looked, lookInto] = useState<string | null>(null);
  useEffect(() => {
    const closes = looked !== null && camera.scale < CLOSES;
    const opens = camera.keeps !== 'journey' && camera.scale >= OPENS;
    if (!closes && !opens) return;
    const opened = [active, looked].flatMap((one) => one ?? []);
    const layout = withOpen(laid, opened);
    const change = (screen: string, next: string | null): void => {
      const [before, after] = [
        layout.boxes[screen],
        withOpen(
          laid,
          [active, next].flatMap((one) => one ?? []),
        ).boxes[screen],
      ];
      if (before && after) toCamera({ type: 'kept', before, after });
      lookInto(next);
    };
    if (closes) return change(looked, null);
    const screen = screenAt(laid, layout, middleOf(camera, room));
    if (screen !== null && !opened.includes(screen)) change(screen, screen);
  }, [laid, active, looked, camera, room, toCamera]);
  return { looked, lookInto };
}
