import type { ReactNode } from 'react';
import { StatusPill, type PillTone } from '../statusPill/StatusPill.tsx';
import { StatusCardPart } from './StatusCard.tsx';

export interface StatusPartProps {
  status: string;
  tone: PillTone;
  icon: string | 'working';
  spacing?: 'snug' | 'normal';
  /** Came about while the page was open, so those who hear it are told. */
  announced?: boolean;
  children?: ReactNode;
}

/** The first part of a slip about waiting or trouble: it begins with the status. */
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
