import { useId, type ReactNode } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';

interface Props {
  title: string;
  icon: string;
  /** Shown beside the title. */
  aside?: ReactNode;
  /** As wide as all columns together. */
  isWide?: boolean;
  children: ReactNode;
}

/** One card of the tool page. */
export function Panel({ title, icon, aside, isWide = false, children }: Props) {
  const id = useId();
  return (
    <section className={isWide ? 'sb-panel sb-panel--wide' : 'sb-panel'} aria-labelledby={id}>
      <div className="sb-panel__head">
        <Icon path={icon} size="s" />
        <h2 className="sb-panel__title" id={id}>
          {title}
        </h2>
        {aside && <div className="sb-panel__aside">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
