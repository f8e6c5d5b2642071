import type { ReactNode } from 'react';

/** A list that scrolls by itself, so it must be reachable by keyboard. */
export const ScrollRegion = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="sb-scroll" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
