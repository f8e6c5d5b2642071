import type { RailSwitches, SandboxState } from '#src/api/sandbox.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { Segments } from '#src/ui/segments/Segments.tsx';
import { rail as railIcon } from '../parts/sandboxIcons.ts';
import type { Command } from '../lender/useLender.ts';
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
const LEGENDS: { [S in keyof RailSwitches]: string } = {
  nextPayout: 'Next disbursement',
  nextPrompt: 'Next payment request',
  callbacks: 'Result messages to the lender',
  float: 'Float for disbursements',
  gateway: 'Gateway',
};

const CALLBACKS: Readonly<Record<string, string>> = {
  failed: 'could not be processed',
  unreadable: 'could not be read',
  mismatched: 'contradicts M-PESA',
};

function Switch<S extends keyof RailSwitches>({ name, rail, run }: { name: S; rail: RailSwitches; run: Command }) {
  const positions = Object.keys(WORDS[name]) as RailSwitches[S][];
  return (
    <Segments
      legend={LEGENDS[name]}
      name={name}
      value={rail[name]}
      segments={positions.map((id) => ({ id, title: WORDS[name][id] }))}
      onChange={(position) => void run('/rail', { [name]: position })}
    />
  );
}

/** Faults of the simulated M-PESA. The lender recovers a lost message by a query, and never pays twice. */
export const RailPanel = ({ rail, callbacks, run }: { rail: RailSwitches; callbacks: SandboxState['failedCallbacks']; run: Command }) => (
  <Panel title="Payment rail" icon={railIcon}>
    {(Object.keys(LEGENDS) as (keyof RailSwitches)[]).map((name) => (
      <Switch key={name} name={name} rail={rail} run={run} />
    ))}
    {callbacks.length > 0 && (
      <div>
        <p className="sb-strong">Callbacks</p>
        <ul className="sb-rows">
          {callbacks.map(({ id, route, at, outcome, size }) => (
            <li key={id} className="sb-quiet">
              {route}, {size} bytes, {formatMoment('en', at)}: {CALLBACKS[outcome] ?? outcome}
            </li>
          ))}
        </ul>
      </div>
    )}
  </Panel>
);
