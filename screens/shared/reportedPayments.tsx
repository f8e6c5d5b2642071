import type { Language } from '#machines/context.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { ReportedPayment } from '#machines/model/order.ts';
import { clock } from '#src/ui/icon/primaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { text } from './reportedStrings.ts';

/**
 * Reported payments, which M-PESA has not confirmed yet. They are shown wherever a borrower looks for a payment, so that
 * nobody pays twice.
 */
export const ReportedPayments = ({ language, reported = [] }: { language: Language; reported: readonly ReportedPayment[] | undefined }) =>
  reported.map(({ amount, at, isHeld }) => (
    <Note key={`${at} ${amount}`} tone="assessing" icon={clock}>
      {text(language)(isHeld ? 'held' : 'checking', { amount: formatKsh(amount) })}
    </Note>
  ));
