import type { Order } from '#machines/model/order.ts';
import { stepOf } from '#machines/model/orderStatus.ts';
import { nowOf } from '#machines/required.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { records } from '#src/ui/icon/primaryIcons.ts';
import { Money } from '#src/ui/money/Money.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPill } from '#src/ui/statusPill/StatusPill.tsx';
import type { ScreenProps } from '../../props.ts';
import { Costs } from './canLoan.tsx';
import { text } from './orderStrings.ts';

/** An application that is not sent yet is continued where it was left. If a clerk asked for new photos, home names them. */
export function Application({ state, send, order }: ScreenProps & { order: Order }) {
  const { language } = state.context;
  const t = text(language);
  const asked = order.photoRequest;
  return (
    <StatusCard label={t('goOn')}>
      <StatusCardPart>
        <p>
          <StatusPill tone="onBrand" icon={records}>
            {t(asked ? 'photos' : 'started')}
          </StatusPill>
        </p>
        <StatusCardFigure label={t('goOn')} note={t('stepOf', { step: stepOf(order.status) + 1 })}>
          <Money amount={order.principal} />
        </StatusCardFigure>
        {asked && <p>{asked.words}</p>}
      </StatusCardPart>
      <StatusCardPart>
        <Costs language={language} terms={order.terms} now={nowOf(state.context)} />
        <Button kind="sun" onPress={() => send({ type: 'application.opened' })}>
          {t('continue')}
        </Button>
      </StatusCardPart>
    </StatusCard>
  );
}
