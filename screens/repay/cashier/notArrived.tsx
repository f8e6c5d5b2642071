import { PROMISES } from '#src/market/support.ts';
import { clock, receipt } from '#src/ui/icon/primaryIcons.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { StatusCard } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import type { ScreenProps } from '../../props.ts';
import { Paybill } from './paybill.tsx';
import { text } from './strings.ts';

/** A payment by hand has not arrived yet, and how to send a proof of it. */
export function NotArrived({ state, send }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <>
      <StatusCard label={t('notArrived')} kind="plain">
        <StatusPart status={t('notArrived')} tone="assessing" icon={clock} announced>
          <p className="muted">{t('notArrivedText', { minutes: PROMISES.repaymentMinutes })}</p>
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
      <Paybill state={state} send={send} reason="chosen" />
    </>
  );
}
