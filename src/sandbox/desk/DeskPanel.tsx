import { ROLES } from '#src/api/desk.ts';
import type { SandboxState } from '#src/api/sandbox.ts';
import { QUEUE_NAMES, ROLE_NAMES } from '#src/desk/deskWords.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Segments } from '#src/ui/segments/Segments.tsx';
import type { Command } from '../lender/useLender.ts';
import { Panel } from '../parts/Panel.tsx';
import { desk as icon } from '../parts/sandboxIcons.ts';
import { DeskFrame } from './DeskFrame.tsx';
import { addressOf, firstSeat, seatAt, seatOf, type Seat } from './seat.ts';

const DECIDERS = [
  { id: 'time', title: 'The rules' },
  { id: 'desk', title: 'A clerk' },
] as const;
const CLERKS = ROLES.map((id) => ({ id, title: ROLE_NAMES[id] }));

interface Props {
  state: SandboxState;
  run: Command;
  /** null: nobody sits at the desk. */
  seat: Seat | null;
  sit: (seat: Seat | null) => void;
}

/** The lender's desk: the staff's own page in a frame. Whoever sits down at the applications answers them; that can be changed. */
export function DeskPanel({ state, run, seat, sit }: Props) {
  const leave = (): void => sit(null);
  const sitDown = async (at: Seat): Promise<void> => {
    const isAnswering = at.queue !== 'applications' || state.decision === 'desk';
    if (isAnswering || (await run('/decision', { mode: 'desk' }))) sit(at);
  };
  return (
    <Panel title="Lender's desk" icon={icon} aside={seat && <Leave seat={seat} onLeave={leave} />} isWide>
      <div className="sb-desk__choices">
        <Segments
          legend="Who answers applications"
          name="decision"
          value={state.decision}
          segments={DECIDERS}
          onChange={(mode) => void run('/decision', { mode })}
        />
        {seat && <Segments legend="Your role" name="clerk" value={seat.role} segments={CLERKS} onChange={(role) => sit(seatOf(role))} />}
      </div>
      {seat ? (
        <>
          <DeskFrame key={seat.role} seat={seat} state={state} onLeft={leave} />
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
            <Button size="small" onPress={() => void sitDown(firstSeat(state))}>
              Be the clerk
            </Button>
            {state.waiting.map(({ queue, waiting }) => (
              <Button key={queue} kind="secondary" size="small" onPress={() => void sitDown(seatAt(queue))}>
                {QUEUE_NAMES[queue]}: {waiting}
              </Button>
            ))}
          </div>
        </>
      )}
    </Panel>
  );
}

/** One session at a time: a desk in a tab of its own takes it over from the frame. */
const Leave = ({ seat, onLeave }: { seat: Seat; onLeave: () => void }) => (
  <div className="sb-buttons">
    <a className="sb-desk__tab" href={addressOf(seat)} target="_blank" rel="noreferrer" onClick={onLeave}>
      Open in a tab
    </a>
    <Button kind="secondary" size="small" onPress={onLeave}>
      Leave the desk
    </Button>
  </div>
);
