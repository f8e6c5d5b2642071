import { useState } from 'react';
import type { LenderLog } from '../journey/useLenderLog.ts';

/** Reads the lender's log of the journey's order, for staff who are signed in at the desk. */
export function LenderLogForm({ log: { fault, isReading, read } }: { log: LenderLog }) {
  const [orderNo, setOrderNo] = useState('');
  const [reason, setReason] = useState('');
  return (
    <details className="lender-log">
      <summary>What the lender did meanwhile</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (orderNo.trim() !== '' && reason.trim() !== '') void read(orderNo.trim(), reason.trim());
        }}
      >
        <p className="muted">
          A recording hides the number of its order. Who is signed in at the desk may type it; the desk logs the look.
        </p>
        <label>
          <span>Number of the order</span>
          <input value={orderNo} required maxLength={80} onChange={(event) => setOrderNo(event.target.value)} />
        </label>
        <label>
          <span>Why you look</span>
          <input value={reason} required maxLength={300} onChange={(event) => setReason(event.target.value)} />
        </label>
        <button className="tbtn" type="submit" aria-disabled={isReading}>
          {isReading ? 'Reading' : 'Show it'}
        </button>
        {fault !== null && (
          <p role="alert" className="trouble">
            {fault}
          </p>
        )}
      </form>
    </details>
  );
}
