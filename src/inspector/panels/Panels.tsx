import { useRef, type CSSProperties, type ReactNode } from 'react';
import { cx } from '#src/ui/cx.ts';
import { FIRST_SIZES, rangeOf, withBorderMoved, type ChangeSizes, type Sizes } from './sizes.ts';
import { Splitter } from './Splitter.tsx';

export type PanelName = 'chart' | 'screen' | 'events';

interface Props extends Record<PanelName, ReactNode> {
  /** The panel that is shown alone; null: all panels. */
  whole: PanelName | null;
  sizes: Sizes;
  onSizes: ChangeSizes;
}

/** Three panels side by side with movable borders, or one panel alone. */
export function Panels({ chart, screen, events, whole, sizes, onSizes }: Props) {
  const body = useRef<HTMLElement>(null);
  const border = (behind: 0 | 1, panel: PanelName) => (
    <Splitter
      label={`Width of the ${panel}`}
      between="columns"
      now={sizes.columns[behind]}
      {...rangeOf(sizes, behind)}
      step={2}
      onDrag={(by) => onSizes((now) => withBorderMoved(now, behind, (by / (body.current?.clientWidth ?? 1)) * 100))}
      onMove={(by) => onSizes((now) => withBorderMoved(now, behind, by))}
      onReset={() => onSizes((now) => ({ ...now, columns: FIRST_SIZES.columns }))}
    />
  );
  const style: CSSProperties & { '--columns': string } = {
    '--columns': sizes.columns.map((share) => `minmax(0, ${share}fr)`).join(' 12px '),
  };
  return (
    <main ref={body} className={cx('tool__body', whole && `tool__body--${whole}`)} style={style}>
      {chart}
      {border(0, 'chart')}
      {screen}
      {border(1, 'screen')}
      {events}
    </main>
  );
}
