import type { Language } from '#machines/context.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { Proof } from '#machines/model/proof.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { Card } from '#src/ui/card/Card.tsx';
import { check, clock, close } from '#src/ui/icon/primaryIcons.ts';
import { StatusPill, type PillTone } from '#src/ui/statusPill/StatusPill.tsx';
import { proofText } from './strings.ts';

const LOOKS = {
  waiting: ['assessing', clock],
  counted: ['approved', check],
  known: ['neutral', check],
  refused: ['overdue', close],
} as const satisfies Record<Proof['state'], readonly [PillTone, string]>;

/** A proof that was sent before, and its state. */
export function Sent({ language, proof }: { language: Language; proof: Proof }) {
  const t = proofText(language);
  const [tone, icon] = LOOKS[proof.state];
  return (
    <li>
      <Card spacing="snug">
        <p>
          <StatusPill tone={tone} icon={icon}>
            {t(proof.state)}
          </StatusPill>
        </p>
        <h3>{t('receiptOf', { amount: formatKsh(proof.amount), receipt: proof.receipt })}</h3>
        <p className="small muted">{t('sentAt', { time: formatMoment(language, proof.sentAt), count: proof.pictures })}</p>
        {proof.state === 'waiting' && <p>{t(proof.isLate ? 'late' : 'lookedAtBy', { time: formatMoment(language, proof.answerBy) })}</p>}
        {proof.reason && <p>{proof.reason}</p>}
      </Card>
    </li>
  );
}
