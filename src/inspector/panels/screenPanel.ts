import type { ReactNode } from 'react';
import type { Names } from '../names.ts';
import type { Step } from '../journey/journeyRun.ts';

/** The properties of a panel that shows the real screen of a step. */
export interface ScreenPanelProps {
  title: string;
  steps: readonly Step[];
  index: number;
  step: Step;
  /** Whether steps pass quickly. */
  isScrubbing: boolean;
  names: Names;
  /** Buttons of the panel. */
  tools: ReactNode;
}
