import { useId, useState } from 'react';
import { FEEDBACK_TYPES, TICKET } from '#machines/model/feedback.ts';
import { formatMsisdn } from '#machines/model/phone.ts';
import { ticketPicturePath, type SandboxTicket } from '#src/api/sandbox.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { chat } from '#src/ui/icon/primaryIcons.ts';
import type { Lender } from '../lender/useLender.ts';
import { Panel } from '../parts/Panel.tsx';
import { ScrollRegion } from '../parts/ScrollRegion.tsx';

const SUBJECTS: Readonly<Record<keyof typeof FEEDBACK_TYPES, string>> = {
  repaidBillNotUpdated: 'Repaid, not shown',
  extendPeriod: 'Wants more time',
  other: 'Something else',
  loanFailure: 'Loan failed',
  wantToBorrow: 'Wants to borrow',
  wantToRepay: 'Wants to repay',
  loanNotReceived: 'Money did not arrive',
};
const subjectOf = (type: number): string =>
  SUBJECTS[(Object.keys(FEEDBACK_TYPES) as (keyof typeof FEEDBACK_TYPES)[]).find((name) => FEEDBACK_TYPES[name] === type) ?? 'other'];

const STATES: Readonly<Record<number, string>> = {
  [TICKET.received]: 'New',
  [TICKET.inProgress]: 'Being handled',
  [TICKET.needsReply]: 'Waits for the borrower',
  [TICKET.done]: 'Done',
};

function TicketRow({ ticket, lender }: { ticket: SandboxTicket; lender: Lender }) {
  const id = useId();
  const [text, setText] = useState('');
  const { ticketNo, status } = ticket;
  const answer = (next: 'ask' | 'solve') => {
    if (text.trim() === '') return;
    void lender.run(`/tickets/${ticketNo}/answer`, { text: text.trim(), next }).then((done) => done && setText(''));
  };
  return (
    <li>
      <article className="sb-order sb-stack" aria-labelledby={`${id}-title`}>
        <h3 id={`${id}-title`} className="sb-strong">
          {subjectOf(ticket.type)}, {ticketNo}
        </h3>
        <p className="sb-hint">
          {STATES[status] ?? `Status ${status}`}. {formatMsisdn(ticket.mobile)}; reach: {ticket.contact}
          {ticket.contactTime && `, ${ticket.contactTime}`}
          {ticket.receiverAccount && `; account: ${ticket.receiverAccount}`}
          {ticket.rating !== null && `; rated ${ticket.rating} of 5`}
        </p>
        <p>{ticket.description}</p>
        {ticket.messages.map((message) => (
          <p key={message.id}>
            <span className="sb-strong">{message.author === 'lender' ? 'You' : 'Borrower'}:</span> {message.text}
          </p>
        ))}
        {ticket.pictures.length > 0 && (
          <p className="sb-hint">
            {ticket.pictures.map((name, i) => (
              <a key={name} href={ticketPicturePath(name)} target="_blank" rel="noreferrer">
                Picture {i + 1}{' '}
              </a>
            ))}
          </p>
        )}
        {status !== TICKET.done && (
          <>
            <label className="sb-field__label" htmlFor={id}>
              Answer to {ticketNo}
            </label>
            <textarea id={id} className="sb-input" rows={2} value={text} onChange={(event) => setText(event.target.value)} />
            <div className="sb-buttons">
              <Button size="small" onPress={() => answer('solve')}>
                Answer and close
              </Button>
              <Button kind="secondary" size="small" onPress={() => answer('ask')}>
                Ask back
              </Button>
              {status === TICKET.received && (
                <Button kind="quiet" size="small" onPress={() => void lender.run(`/tickets/${ticketNo}/take`, {})}>
                  Take it
                </Button>
              )}
            </div>
          </>
        )}
      </article>
    </li>
  );
}

/** Tickets of borrowers, newest first, with the form to answer them. */
export const TicketsPanel = ({ tickets, lender }: { tickets: readonly SandboxTicket[]; lender: Lender }) => (
  <Panel title="Messages to the lender" icon={chat}>
    {tickets.length === 0 ? (
      <p className="sb-quiet">Nobody has written yet.</p>
    ) : (
      <ScrollRegion label="Messages">
        <ul>
          {tickets.map((ticket) => (
            <TicketRow key={ticket.ticketNo} ticket={ticket} lender={lender} />
          ))}
        </ul>
      </ScrollRegion>
    )}
  </Panel>
);
