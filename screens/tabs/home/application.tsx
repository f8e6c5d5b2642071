import type { Order } from '#machines/model/order.ts';
import { stepOf } from '#machines/model/orderStatus.ts';
import { nowOf } from '#machines/required.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { records } from '#src/ui/icon/paths.ts';
import { Money } from '#src/ui/money/Money.tsx';
import { Slip, SlipFigure, SlipPart } from '#src/ui/slip/Slip.tsx';
import { StatusPill } from '#src/ui/statusPill/StatusPill.tsx';
import type { ScreenProps } from '../../props.ts';
import { Costs } from './offer.tsx';
import { text } from './orderStrings.ts';

/** An application that is not sent yet goes on where it was left. */
export function Application({ state, send, order }: ScreenProps & { order: Order }) {
  const { language } = state.context;
  const t = text(language);
  return (
    <Slip label={t('goOn')}>
      <SlipPart>
        <p>
          <StatusPill tone="onBrand" icon={records}>
            {t('started')}
          </StatusPill>
        </p>
        <SlipFigure label={t('goOn')} note={t('stepOf', { step: stepOf(order.status) + 1 })}>
          <Money amount={order.principal} />
        </SlipFigure>
      </SlipPart>
      <SlipPart>
        <Costs language={language} terms={order.terms} now={nowOf(state.context)} />
        <Button kind="sun" onPress={() => send({ type: 'application.opened' })}>
          {t('continue')}
        </Button>
      </SlipPart>
    </Slip>
  );
}
