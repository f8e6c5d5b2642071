import { useState } from 'react';
import { formatKsh } from '#machines/model/money.ts';
import { formatMsisdn } from '#machines/model/phone.ts';
import { proofPicturePath, type SandboxProof } from '#src/api/sandbox.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { receipt } from '#src/ui/icon/primaryIcons.ts';
import type { Command } from '../lender/useLender.ts';
import { Panel } from '../parts/Panel.tsx';

/** Reasons that the lender has a text for in every language. */
const REASONS = [
  ['notFound', 'M-PESA knows no such payment'],
  ['unreadable', 'The picture cannot be read'],
  ['amountDiffers', 'Another amount on the receipt'],
] as const;

const WORDS = { waiting: 'Waits for you', counted: 'Counted', known: 'Was counted already', refused: 'Refused' } as const;

const describeRecord = ({ known }: SandboxProof): string =>
  known
    ? `M-PESA knows it: ${formatKsh(known.amount)} to account ${known.account}`
    : 'M-PESA has not confirmed a payment with this receipt';

function ProofRow({ proof, run }: { proof: SandboxProof; run: Command }) {
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState<string>(REASONS[0][0]);
  const path = `/proofs/${proof.proofNo}` as const;
  const id = `reason-${proof.proofNo}`;
  return (
    <li>
      <article className="sb-order sb-stack" aria-label={`Proof ${proof.receipt}`}>
        <div>
          <p className="sb-strong">
            {formatKsh(proof.amount)}, receipt {proof.receipt}
          </p>
          <p className="sb-mono">
            {formatMsisdn(proof.mobile)}, {proof.orderNo}
          </p>
          <p className="sb-quiet">
            {WORDS[proof.state]}
            {proof.state === 'waiting' && `, by ${formatMoment('en', proof.answerBy)}`}
          </p>
          <p className="sb-quiet">{describeRecord(proof)}</p>
        </div>
        {proof.pictures.map((name, i) => (
          <p key={name}>
            <a href={proofPicturePath(name)} target="_blank" rel="noreferrer">
              Picture {i + 1}
            </a>
          </p>
        ))}
        {proof.state === 'waiting' && !refusing && (
          <div className="sb-buttons">
            <Button size="small" onPress={() => void run(path, { decision: 'count' })}>
              Count the payment
            </Button>
            <Button kind="quiet" size="small" onPress={() => setRefusing(true)}>
              Refuse
            </Button>
          </div>
        )}
        {proof.state === 'waiting' && refusing && (
          <form
            className="sb-stack sb-inset"
            onSubmit={(event) => {
              event.preventDefault();
              void run(path, { decision: 'refuse', reason }).then((done) => done && setRefusing(false));
            }}
          >
            <label htmlFor={id}>Reason</label>
            <select id={id} className="sb-input" value={reason} onChange={(event) => setReason(event.target.value)}>
              {REASONS.map(([key, words]) => (
                <option key={key} value={key}>
                  {words}
                </option>
              ))}
            </select>
            <div className="sb-buttons">
              <Button type="submit" size="small">
                Refuse the proof
              </Button>
              <Button kind="quiet" size="small" onPress={() => setRefusing(false)}>
                Cancel
              </Button>
            </div>
          </form>
        )}
      </article>
    </li>
  );
}

/** Proofs of payment: a clerk compares them with M-PESA's record and decides. */
export const ProofPanel = ({ proofs, run }: { proofs: readonly SandboxProof[]; run: Command }) => (
  <Panel title="Proofs of payment" icon={receipt}>
    {proofs.length === 0 ? (
      <p className="sb-quiet">None sent. Set the rail's result messages to Lost and pay a bill: the lender will not hear of it.</p>
    ) : (
      <ul>
        {proofs.map((proof) => (
          <ProofRow key={proof.proofNo} proof={proof} run={run} />
        ))}
      </ul>
    )}
  </Panel>
);
