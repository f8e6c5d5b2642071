import { useId, type ReactNode } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';

/** One card of the tool page. @param aside stands beside the title. */
export function Panel({ title, icon, aside, children }: { title: string; icon: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="sb-panel" aria-labelledby={id}>
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
