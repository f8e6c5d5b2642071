import type { RailSwitches } from '#src/api/sandbox.ts';
import { rail as railIcon } from '../parts/icons.ts';
import type { Command } from '../lender/useLender.ts';
import { Choices } from '../parts/Choices.tsx';
import { Panel } from '../parts/Panel.tsx';

const PAYOUT = [
  ['success', 'Arrives'],
  ['unregistered', 'Not registered'],
  ['timeout', 'Times out'],
] as const;
const CALLBACKS = [
  ['normal', 'Normal'],
  ['late', 'Late'],
  ['repeated', 'Repeated'],
  ['lost', 'Lost'],
] as const;

/** How M-PESA treats the lender. What is lost is found again by asking; nothing is paid twice. */
export const RailPanel = ({ rail, run }: { rail: RailSwitches; run: Command }) => (
  <Panel title="Payment rail" icon={railIcon}>
    <Choices label="Next disbursement" value={String(rail['nextPayout'])} options={PAYOUT} onChange={(nextPayout) => void run('/rail', { nextPayout })} />
    <Choices label="Result messages to the lender" value={String(rail['callbacks'])} options={CALLBACKS} onChange={(callbacks) => void run('/rail', { callbacks })} />
  </Panel>
);
