/** The visible part of the chart and its scale. A plain reducer. */
import { LEAST_SCALE, WORKING_SCALE } from './labels.ts';
import type { Layout, Point, Rect } from './layout.ts';

/** Maps a point of the drawing to `x * scale + left`. */
export interface Camera {
  left: number;
  top: number;
  scale: number;
  /**
   * What stays in view when the journey goes on or the window changes its size: the journey, until a person moves the chart; the
   * whole chart of this size in units of the drawing; or the middle of the window.
   */
  keeps: 'journey' | { whole: Size } | 'middle';
}

export type Size = Pick<Rect, 'width' | 'height'>;

export interface Room {
  width: number;
  height: number;
}

export type CameraEvent =
  | { type: 'moved'; by: { x: number; y: number } }
  /** `at` is the point of the window that does not move. */
  | { type: 'zoomed'; factor: number; at: { x: number; y: number } }
  | { type: 'whole.shown'; layout: Layout; room: Room }
  | { type: 'resized'; before: Room; room: Room }
  /** Moves the camera to the rectangle, at a readable scale. */
  | { type: 'looked'; rect: Rect; room: Room }
  /** Moves the rectangle into view at the present scale, if a part of it is outside. */
  | { type: 'uncovered'; rect: Rect; room: Room }
  /** A screen was opened or closed. Its upper border does not move in the window. */
  | { type: 'kept'; before: Rect; after: Rect }
  /** A point was pressed on the overview. */
  | { type: 'pointed'; at: Point; room: Room }
  | { type: 'followed'; rect: Rect; room: Room };

export const firstCamera: Camera = { left: 0, top: 0, scale: 1, keeps: 'journey' };

const SCALE = { least: LEAST_SCALE, most: 2.5 };
const MARGIN = 16;

const fitOf = (rect: Size, room: Room): number =>
  Math.min((room.width - 2 * MARGIN) / rect.width, (room.height - 2 * MARGIN) / rect.height);

const centred = (rect: Rect, room: Room, scale: number): Pick<Camera, 'left' | 'top' | 'scale'> => ({
  scale,
  left: room.width / 2 - (rect.x + rect.width / 2) * scale,
  top: room.height / 2 - (rect.y + rect.height / 2) * scale,
});

const wholeIn = ({ width, height }: Size, room: Room): Camera => ({
  ...centred({ x: 0, y: 0, width, height }, room, Math.min(1, Math.max(SCALE.least, fitOf({ width, height }, room)))),
  keeps: { whole: { width, height } },
});

/** The first of these boxes that fits at a readable scale, given outermost first; the innermost if none fits. */
export const readableOf = (rects: readonly Rect[], room: Room): Rect | null =>
  rects.find((rect) => fitOf(rect, room) >= WORKING_SCALE) ?? rects[rects.length - 1] ?? null;

function isInView({ x, y, width, height }: Rect, camera: Camera, room: Room): boolean {
  const seen = visiblePart(camera, room);
  return x >= seen.x && y >= seen.y && x + width <= seen.x + seen.width && y + height <= seen.y + seen.height;
}

export function nextCamera(camera: Camera, event: CameraEvent): Camera {
  switch (event.type) {
    case 'moved':
      return { ...camera, left: camera.left + event.by.x, top: camera.top + event.by.y, keeps: 'middle' };
    case 'zoomed': {
      const scale = Math.min(SCALE.most, Math.max(SCALE.least, camera.scale * event.factor));
      const factor = scale / camera.scale;
      return {
        scale,
        left: event.at.x - (event.at.x - camera.left) * factor,
        top: event.at.y - (event.at.y - camera.top) * factor,
        keeps: 'middle',
      };
    }
    case 'whole.shown':
      return wholeIn(event.layout, event.room);
    case 'resized':
      if (typeof camera.keeps === 'object') return wholeIn(camera.keeps.whole, event.room);
      return {
        ...camera,
        left: camera.left + (event.room.width - event.before.width) / 2,
        top: camera.top + (event.room.height - event.before.height) / 2,
      };
    case 'looked':
      return { ...centred(event.rect, event.room, Math.max(WORKING_SCALE, camera.scale)), keeps: 'middle' };
    case 'uncovered':
      return isInView(event.rect, camera, event.room) ? camera : { ...centred(event.rect, event.room, camera.scale), keeps: camera.keeps };
    case 'kept': {
      const middleOf = ({ x, width }: Rect): number => x + width / 2;
      return {
        ...camera,
        left: camera.left + (middleOf(event.before) - middleOf(event.after)) * camera.scale,
        top: camera.top + (event.before.y - event.after.y) * camera.scale,
      };
    }
    case 'pointed':
      return { ...centred({ ...event.at, width: 0, height: 0 }, event.room, camera.scale), keeps: 'middle' };
    case 'followed':
      return {
        ...centred(event.rect, event.room, Math.min(1.1, Math.max(WORKING_SCALE, fitOf(event.rect, event.room)))),
        keeps: 'journey',
      };
  }
}

/** The point of the drawing in the middle of the window. */
export const middleOf = ({ left, top, scale }: Camera, { width, height }: Room): Point => ({
  x: (width / 2 - left) / scale,
  y: (height / 2 - top) / scale,
});

/** The visible part of the drawing. */
export const visiblePart = ({ left, top, scale }: Camera, { width, height }: Room): Rect => ({
  x: -left / scale,
  y: -top / scale,
  width: width / scale,
  height: height / scale,
});

/** The CSS transform of a drawing whose upper left corner is its origin. */
export const cssTransform = ({ left, top, scale }: Camera): string => `translate(${left}px, ${top}px) scale(${scale})`;
