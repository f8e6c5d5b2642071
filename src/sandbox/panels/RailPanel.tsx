import { RAIL_SWITCHES, type RailSwitches } from '#src/api/sandbox.ts';
import { rail as railIcon } from '../parts/sandboxIcons.ts';
import type { Command } from '../lender/useLender.ts';
import { Choices } from '../parts/Choices.tsx';
import { Panel } from '../parts/Panel.tsx';

const WORDS: { [S in keyof RailSwitches]: Record<RailSwitches[S], string> } = {
  nextPayout: { success: 'Arrives', unregistered: 'Not registered', limit: 'Over a limit', timeout: 'Gets stuck', expired: 'Expires' },
  nextPrompt: { shown: 'Reaches the phone', unreachable: 'Phone unreachable', sameAmount: 'Same amount again', busy: 'M-PESA busy' },
  callbacks: { normal: 'Normal', lost: 'Lost', late: 'Late', repeated: 'Repeated' },
  float: { full: 'Full', low: 'Low', empty: 'Empty' },
  gateway: {
    normal: 'Passes on',
    busy: 'System busy',
    spikeArrest: 'Spike arrest',
    tooMany: 'HTTP 429',
    quota: 'Quota violation',
    maintenance: 'Maintenance',
    internal: 'Internal error',
  },
};
const nextPayouts = RAIL_SWITCHES.nextPayout.map((position) => [position, WORDS.nextPayout[position]] as const);
const nextPrompts = RAIL_SWITCHES.nextPrompt.map((position) => [position, WORDS.nextPrompt[position]] as const);
const floats = RAIL_SWITCHES.float.map((position) => [position, WORDS.float[position]] as const);
const gateways = RAIL_SWITCHES.gateway.map((position) => [position, WORDS.gateway[position]] as const);
const callbackModes = RAIL_SWITCHES.callbacks.map((position) => [position, WORDS.callbacks[position]] as const);

/** Faults of the simulated M-PESA. The lender recovers a lost message by a query, and never pays twice. */
export const RailPanel = ({ rail, run }: { rail: RailSwitches; run: Command }) => (
  <Panel title="Payment rail" icon={railIcon}>
    <Choices
      label="Next disbursement"
      value={rail.nextPayout}
      options={nextPayouts}
      onChange={(nextPayout) => void run('/rail', { nextPayout })}
    />
    <Choices
      label="Next payment request"
      value={rail.nextPrompt}
      options={nextPrompts}
      onChange={(nextPrompt) => void run('/rail', { nextPrompt })}
    />
    <Choices
      label="Result messages to the lender"
      value={rail.callbacks}
      options={callbackModes}
      onChange={(callbacks) => void run('/rail', { callbacks })}
    />
    <Choices label="Float for disbursements" value={rail.float} options={floats} onChange={(float) => void run('/rail', { float })} />
    <Choices label="Gateway" value={rail.gateway} options={gateways} onChange={(gateway) => void run('/rail', { gateway })} />
  </Panel>
);
