import { memo, type PointerEvent, type ReactNode } from 'react';
import { cx } from '#src/ui/cx.ts';
import type { ChartGraph } from './graph.ts';
import type { Layout, Point, Rect } from './layout.ts';

interface Props {
  graph: ChartGraph;
  layout: Layout;
  /** Class of a box, by its id. The same function must be passed while the appearance is the same. */
  lookOf: (id: string) => string;
  /** The visible part of the drawing. */
  visible: Rect;
  onPoint: (at: Point) => void;
}

const Shapes = memo(function Shapes({ graph, layout, lookOf }: Omit<Props, 'visible' | 'onPoint'>) {
  return graph.boxes.map(({ id }) => {
    const rect = layout.boxes[id];
    return (
      rect && <rect key={id} className={cx('map__box', lookOf(id))} x={rect.x} y={rect.y} width={rect.width} height={rect.height} rx={8} />
    );
  });
});

/** The column beside a chart: the overview, and the legend below it. A large card leaves it little height, and it scrolls. */
export const ChartSide = ({ children, ...overview }: Props & { children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="chart-side" role="region" aria-label="Overview and legend" tabIndex={0}>
    <Overview {...overview} />
    {children}
  </div>
);

/** The whole chart without texts, with a frame around the visible part. A press moves that part; keys work in the drawing only. */
function Overview({ graph, layout, lookOf, visible, onPoint }: Props) {
  const point = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<SVGSVGElement>): void => {
    const matrix = buttons === 0 ? null : currentTarget.getScreenCTM();
    if (!matrix) return;
    // Its coordinates are getters, which no copy of the object keeps.
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    onPoint({ x, y });
  };
  return (
    <svg
      className="map"
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="img"
      aria-label="The whole chart, and the part of it that is drawn beside"
      onPointerDown={point}
      onPointerMove={point}
    >
      <Shapes graph={graph} layout={layout} lookOf={lookOf} />
      <rect className="map__window" x={visible.x} y={visible.y} width={visible.width} height={visible.height} />
    </svg>
  );
}
