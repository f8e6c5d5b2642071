import { PROMISES } from '#src/market/support.ts';
import { clock, receipt } from '#src/ui/icon/paths.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Slip } from '#src/ui/slip/Slip.tsx';
import { StatusPart } from '#src/ui/slip/StatusPart.tsx';
import type { ScreenProps } from '../../props.ts';
import { Paybill } from './paybill.tsx';
import { text } from './strings.ts';

/** A payment by hand has not arrived yet, and how to send a proof of it. */
export function NotArrived({ state, send }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <>
      <Slip label={t('notArrived')} kind="plain">
        <StatusPart status={t('notArrived')} tone="assessing" icon={clock} announced>
          <p className="muted">{t('notArrivedText', { minutes: PROMISES.repaymentMinutes })}</p>
        </StatusPart>
      </Slip>
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
