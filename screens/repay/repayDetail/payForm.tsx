import { CODE } from '#machines/model/codes.ts';
import { formatKsh, groupDigits } from '#machines/model/money.ts';
import type { RepaymentDetail } from '#machines/model/order.ts';
import { closingAmount } from '#machines/model/terms.ts';
import { ROUTES } from '#machines/routes.ts';
import { homeOf, orderOf } from '#machines/required.ts';
import { PROMISES } from '#src/market/support.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { ChoiceCards } from '#src/ui/choiceCards/ChoiceCards.tsx';
import { newRequestId } from '#src/ui/requestId.ts';
import { useFocusOnWrong } from '#src/ui/focus/useFocusOn.ts';
import { MoneyField } from '#src/ui/form/MoneyField.tsx';
import { cardBack } from '#src/ui/icon/secondaryIcons.ts';
import { calendar, receipt, records } from '#src/ui/icon/primaryIcons.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { OtherWays } from './otherWays.tsx';
import { History, Statement } from './statement.tsx';
import { text } from './strings.ts';
import { usePayment } from './usePayment.ts';

export function PayForm({ state, send, repayment }: ScreenProps & { repayment: RepaymentDetail }) {
  const { language, problem } = state.context;
  const t = text(language);
  const { balance, channels, coupon } = repayment;
  const saved = balance.left - balance.settleToday;
  const all = closingAmount(balance);
  useFocusOnWrong(problem);
  // The refusal of a channel is shown at the channels (`OtherWays`), not here.
  const isAboutChannel = problem?.code === CODE.noPaymentMethod;
  const { form, payable, amountOf, channel, rule, error } = usePayment(state, repayment);
  const ruleText = t('rule', { minimum: formatKsh(rule.minimum), step: groupDigits(rule.step) });
  const label = channel === 'mpesa' ? ('pay' as const) : ('byPaybill' as const);
  const pay = () => send({ type: 'repayment.amountChosen', amount: amountOf(form.submit()), channel, requestId: newRequestId() });
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      actions={
        <Actions>
          <ProblemNote language={language} problem={isAboutChannel ? null : form.note} />
          <Button onPress={pay}>
            {payable ? t(label, { amount: formatKsh(payable) }) : t(label === 'pay' ? 'payPlain' : 'byPaybillPlain')}
          </Button>
        </Actions>
      }
    >
      <Announce text={error} />
      <div className="stack stack--snug">
        <ChoiceCards
          legend={t('howMuch')}
          name="part"
          value={form.value('part')}
          cards={[
            {
              id: 'all',
              title: formatKsh(all),
              note: saved > 0 ? t('settle', { saved: formatKsh(saved) }) : t('all'),
            },
            { id: 'other', title: t('other'), note: ruleText },
          ]}
          onChange={(id) => form.choose({ part: id })}
        />
        {form.value('part') === 'other' && (
          <MoneyField
            {...form.field('amount')}
            id="amount"
            language={language}
            label={t('amount')}
            hint={ruleText}
            error={error}
            enterKey="done"
          />
        )}
      </div>
      <ChoiceCards
        legend={t('how')}
        name="channel"
        value={channel}
        cards={channels.map((id) => ({ id, title: t(id), note: id === channel && t(`${id}Note` as const) }))}
        onChange={(id) => form.choose({ channel: id })}
      />
      <History language={language} repayment={repayment} sent={orderOf(state.context).terms.sent} />
      <Statement language={language} repayment={repayment} />
      <CardList>
        {homeOf(state.context).product.rollover.enabled && (
          <RowItem icon={calendar} href={`#${ROUTES.rollover}`} title={t('moreTime')} note={t('moreTimeNote')} />
        )}
        <RowItem
          icon={receipt}
          onPress={() => send({ type: 'proofs.opened' })}
          title={t('notShowing')}
          note={t('notShowingNote', { hours: PROMISES.proofHours })}
        />
        <RowItem icon={records} href={`#${ROUTES.agreement}`} title={t('agreement')} note={t('agreementNote')} />
      </CardList>
      {coupon?.is === 'offered' && (
        <section className="stack stack--snug" aria-label={t('cardOffer')}>
          <h2>{t('cardOffer')}</h2>
          <CardList>
            <RowItem
              icon={cardBack}
              onPress={() => send({ type: 'card.opened' })}
              title={t('coupon', { amount: formatKsh(coupon.amount) })}
              note={t('couponNote')}
            />
          </CardList>
        </section>
      )}
      <OtherWays state={state} send={send} />
    </Screen>
  );
}
