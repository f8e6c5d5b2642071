import type { ReactNode } from 'react';
import type { Step } from '../journey/steps.ts';

/** What a panel needs that shows the real screen of a step. */
export interface ScreenPanelProps {
  title: string;
  steps: readonly Step[];
  index: number;
  step: Step;
  /** Buttons of the panel itself. */
  tools: ReactNode;
}
