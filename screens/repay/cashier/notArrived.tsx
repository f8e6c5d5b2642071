import { payingOf } from '#machines/required.ts';
import { PROMISES } from '#src/market/support.ts';
import { clock, receipt } from '#src/ui/icon/primaryIcons.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { StatusCard } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import type { ScreenProps } from '../../props.ts';
import { ReportedPayments } from '../../shared/reportedPayments.tsx';
import { text as reportedText } from '../../shared/reportedStrings.ts';
import { Paybill } from './paybill.tsx';
import { text } from './strings.ts';

/** A payment by hand has not arrived yet, and how to send a proof of it. */
export function NotArrived({ state, send }: ScreenProps) {
  const { language } = state.context;
  const t = text(language);
  const { reported = [] } = payingOf(state.context).statement;
  const title = reported.length > 0 ? reportedText(language)('title') : t('notArrived');
  return (
    <>
      <StatusCard label={title} kind="plain">
        <StatusPart status={title} tone="assessing" icon={clock} announced>
          {reported.length > 0 ? (
            <ReportedPayments language={language} reported={reported} />
          ) : (
            <p className="muted">{t('notArrivedText', { minutes: PROMISES.repaymentMinutes })}</p>
          )}
        </StatusPart>
      </StatusCard>
      <CardList>
        <RowItem
          icon={receipt}
          onPress={() => send({ type: 'proofs.opened' })}
          title={t('sendProof')}
          note={t('sendProofNote', { hours: PROMISES.proofHours })}
        />
      </CardList>
      {reported.length === 0 && <Paybill state={state} send={send} reason="chosen" />}
    </>
  );
}
