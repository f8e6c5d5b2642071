/** The window onto the drawing of a chart, and its camera, moved by pointer, wheel, keys and buttons. */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type CSSProperties,
  type Dispatch,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { detailAt } from './labels.ts';
import { cx } from '#src/ui/cx.ts';
import { cssTransform, firstCamera, nextCamera, type Camera, type CameraEvent, type Room, type Size } from './viewport.ts';

/** A press that moves further than this pans the chart instead of selecting a box. px. */
const DRAG_THRESHOLD = 4;

const ZOOM_IN = 1.25;
const ZOOM_OUT = 0.8;

export interface Viewport {
  pane: RefObject<HTMLDivElement | null>;
  camera: Camera;
  toCamera: Dispatch<CameraEvent>;
  /** Size of the window. Estimated before the first layout. px. */
  room: Room;
  isMeasured: boolean;
  /** Zooms around the middle. */
  zoom: (factor: number) => void;
  /** Handlers for the window: dragging pans, and suppresses the click at its end. */
  panning: Pick<HTMLAttributes<HTMLDivElement>, 'onPointerDown' | 'onPointerMove' | 'onClickCapture'>;
}

export function useViewport(): Viewport {
  const pane = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState<Room | null>(null);
  const room = useMemo(() => measured ?? { width: 400, height: 700 }, [measured]);
  const [camera, toCamera] = useReducer(nextCamera, firstCamera);
  const grip = useRef<{ x: number; y: number; moved: boolean } | null>(null);

  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    let before: Room | null = null;
    const measure = (): void => {
      const now: Room = { width: element.clientWidth, height: element.clientHeight };
      // A drawing in a hidden panel has no size. It keeps what it showed before it was hidden.
      if (now.width === 0 || now.height === 0) return;
      if (before) toCamera({ type: 'resized', before, room: now });
      before = now;
      setMeasured(now);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // React registers wheel listeners as passive, but a wheel over the chart must not scroll the page.
  useEffect(() => {
    const element = pane.current;
    const zoom = (event: WheelEvent): void => {
      event.preventDefault();
      const box = (event.currentTarget as Element).getBoundingClientRect();
      toCamera({ type: 'zoomed', factor: Math.exp(-event.deltaY / 500), at: { x: event.clientX - box.left, y: event.clientY - box.top } });
    };
    element?.addEventListener('wheel', zoom, { passive: false });
    return () => element?.removeEventListener('wheel', zoom);
  }, []);

  const zoom = useCallback(
    (factor: number): void => toCamera({ type: 'zoomed', factor, at: { x: room.width / 2, y: room.height / 2 } }),
    [room],
  );
  const panning = useMemo(
    () => ({
      onPointerDown(event: PointerEvent): void {
        if (event.button === 0) grip.current = { x: event.clientX, y: event.clientY, moved: false };
      },
      onPointerMove(event: PointerEvent): void {
        const held = grip.current;
        if (!held || event.buttons === 0) return;
        const by = { x: event.clientX - held.x, y: event.clientY - held.y };
        if (!held.moved && Math.hypot(by.x, by.y) < DRAG_THRESHOLD) return;
        grip.current = { x: event.clientX, y: event.clientY, moved: true };
        pane.current?.setPointerCapture(event.pointerId);
        toCamera({ type: 'moved', by });
      },
      onClickCapture(event: MouseEvent): void {
        if (grip.current?.moved) event.stopPropagation();
        grip.current = null;
      },
    }),
    [],
  );
  return { pane, camera, toCamera, room, isMeasured: measured !== null, zoom, panning };
}

/**
 * Focuses a box after the camera has moved: the box may be inside a folded group before, or be folded by the move.
 * @param drawnAs the box that is drawn for a box.
 */
export function useBoxFocus(pane: Viewport['pane'], drawnAs: (id: string) => string): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const id = drawnAs(wanted.current);
    wanted.current = null;
    const box = pane.current?.querySelector<SVGGElement>(`[data-state="${CSS.escape(id)}"]`);
    // A chart whose groups cannot be pressed keeps the focus itself, so that its keys still work.
    (box ?? pane.current)?.focus({ preventScroll: true });
  });
  return useCallback((id) => void (wanted.current = id), []);
}

interface ChartWindowProps {
  viewport: Pick<Viewport, 'pane' | 'camera' | 'panning'>;
  className?: string;
  /** Size of the drawing in its own units. */
  size: Size;
  /** Name for screen readers. */
  label: string;
  children: ReactNode;
}

/**
 * The window onto a drawing. The camera moves the drawing as a whole, by CSS, because a transform inside an SVG lays out its
 * texts again.
 */
export function ChartWindow({ viewport: { pane, camera, panning }, className, size, label, children }: ChartWindowProps) {
  const style: CSSProperties & { '--pixel': number } = {
    transform: cssTransform(camera),
    '--pixel': detailAt(camera.scale).pixel,
  };
  return (
    <div ref={pane} className={cx('chart', className)} role="group" aria-label={label} tabIndex={-1} {...panning}>
      <svg role="none" width={size.width} height={size.height} style={style}>
        {children}
      </svg>
    </div>
  );
}

interface ToolsProps {
  zoom: (factor: number) => void;
  onWhole: () => void;
  children?: ReactNode;
}

/** The buttons for the camera. */
export const ViewTools = ({ zoom, onWhole, children }: ToolsProps) => (
  <div className="chart-tools" role="group" aria-label="View of the chart">
    <button type="button" aria-label="Zoom in" onClick={() => zoom(ZOOM_IN)}>
      +
    </button>
    <button type="button" aria-label="Zoom out" onClick={() => zoom(ZOOM_OUT)}>
      −
    </button>
    <button type="button" onClick={onWhole}>
      Whole
    </button>
    {children}
  </div>
);

/** @returns whether the key belongs to the camera. */
export function pressViewKey(key: string, { zoom, onWhole }: Omit<ToolsProps, 'children'>): boolean {
  if (key === '+' || key === '=') zoom(ZOOM_IN);
  else if (key === '-') zoom(ZOOM_OUT);
  else if (key === '0') onWhole();
  else return false;
  return true;
}
