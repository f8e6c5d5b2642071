import { ROLES } from '#src/api/desk.ts';
import type { SandboxState } from '#src/api/sandbox.ts';
import { QUEUE_NAMES, ROLE_NAMES } from '#src/desk/deskWords.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Segments } from '#src/ui/segments/Segments.tsx';
import type { Command } from '../lender/useLender.ts';
import { Panel } from '../parts/Panel.tsx';
import { desk as icon } from '../parts/sandboxIcons.ts';
import { DeskFrame } from './DeskFrame.tsx';
import { addressOf, firstDesk, deskForQueue, deskForRole, type OpenDesk } from './openDesk.ts';

const DECIDERS = [
  { id: 'time', title: 'The rules' },
  { id: 'desk', title: 'A clerk' },
] as const;
const CLERKS = ROLES.map((id) => ({ id, title: ROLE_NAMES[id] }));

interface Props {
  state: SandboxState;
  run: Command;
  /** null: no desk is open. */
  desk: OpenDesk | null;
  setDesk: (desk: OpenDesk | null) => void;
}

/** The staff's own page in a frame. If it is opened at the applications, the clerk decides them instead of the rules. */
export function DeskPanel({ state, run, desk, setDesk }: Props) {
  const leave = (): void => setDesk(null);
  const openAt = async (at: OpenDesk): Promise<void> => {
    const isAnswering = at.queue !== 'applications' || state.decision === 'desk';
    if (isAnswering || (await run('/decision', { mode: 'desk' }))) setDesk(at);
  };
  return (
    <Panel title="Lender's desk" icon={icon} aside={desk && <Leave desk={desk} onLeave={leave} />} isWide>
      <div className="sb-desk__choices">
        <Segments
          legend="Who answers applications"
          name="decision"
          value={state.decision}
          segments={DECIDERS}
          onChange={(mode) => void run('/decision', { mode })}
        />
        {desk && (
          <Segments legend="Your role" name="clerk" value={desk.role} segments={CLERKS} onChange={(role) => setDesk(deskForRole(role))} />
        )}
      </div>
      {desk ? (
        <>
          <DeskFrame key={desk.role} desk={desk} state={state} onLeft={leave} />
          <p className="sb-hint">
            A refund, and every act with more than KSh 5,000, needs a second person: ask in the role Payments, then confirm as Administrator
            under Second person.
          </p>
        </>
      ) : (
        <>
          <p className="sb-hint">
            {state.decision === 'time'
              ? 'The rules answer ten minutes after an application was sent, by its eleven answers. Be the clerk, and you answer.'
              : 'Every application waits for a clerk.'}
          </p>
          <div className="sb-buttons">
            <Button size="small" onPress={() => void openAt(firstDesk(state))}>
              Be the clerk
            </Button>
            {state.waiting.map(({ queue, waiting }) => (
              <Button key={queue} kind="secondary" size="small" onPress={() => void openAt(deskForQueue(queue))}>
                {QUEUE_NAMES[queue]}: {waiting}
              </Button>
            ))}
          </div>
        </>
      )}
    </Panel>
  );
}

/** The desk has one session at a time: a desk in a tab of its own ends the session in the frame. */
const Leave = ({ desk, onLeave }: { desk: OpenDesk; onLeave: () => void }) => (
  <div className="sb-buttons">
    <a className="sb-desk__tab" href={addressOf(desk)} target="_blank" rel="noreferrer" onClick={onLeave}>
      Open in a tab
    </a>
    <Button kind="secondary" size="small" onPress={onLeave}>
      Leave the desk
    </Button>
  </div>
);
