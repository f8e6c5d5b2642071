import type { ReactNode } from 'react';

/** A list that grows with the journey: it scrolls by itself, so it takes the keyboard too. */
export const ScrollRegion = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="sb-scroll" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
