import type { ReactNode } from 'react';
import { StatusPill, type PillTone } from '../statusPill/StatusPill.tsx';
import { StatusCardPart } from './StatusCard.tsx';

export interface StatusPartProps {
  status: string;
  tone: PillTone;
  icon: string | 'working';
  spacing?: 'snug' | 'normal';
  /** Whether the status changed while the page was open, so that it is announced. */
  announced?: boolean;
  children?: ReactNode;
}

/** The first section of a card about waiting or a problem. It begins with the status. */
export const StatusPart = ({ status, tone, icon, spacing = 'snug', announced = false, children }: StatusPartProps) => (
  <StatusCardPart spacing={spacing}>
    <p role={announced ? 'status' : undefined}>
      <StatusPill tone={tone} icon={icon}>
        {status}
      </StatusPill>
    </p>
    {children}
  </StatusCardPart>
);
