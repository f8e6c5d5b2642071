import { CODE, LOCAL } from '#machines/model/codes.ts';
import { faultOf, ruleFor } from '#machines/model/repaymentAmount.ts';
import { formatKsh, groupDigits, shillings, type Cents } from '#machines/model/money.ts';
import type { PaymentChannel, RepaymentDetail } from '#machines/model/order.ts';
import { closingAmount } from '#machines/model/terms.ts';
import { ROUTES } from '#machines/routes.ts';
import { PROMISES } from '#src/market/support.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { ChoiceCards } from '#src/ui/choiceCards/ChoiceCards.tsx';
import { Choosing } from '#src/ui/choosing/Choosing.tsx';
import { freshRequestId } from '#src/ui/choosing/requestId.ts';
import { useFocusOnWrong } from '#src/ui/focus/useFocusOn.ts';
import { TextField } from '#src/ui/form/TextField.tsx';
import { mayBecomeShillings, wholeShillings } from '#src/ui/form/wholeShillings.ts';
import { cardFront } from '#src/ui/icon/further.ts';
import { calendar, receipt, records } from '#src/ui/icon/paths.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { OtherWays } from './otherWays.tsx';
import { Statement } from './statement.tsx';
import { text } from './strings.ts';

interface Chosen {
  part: 'all' | 'other';
  /** As typed: never rewritten, so that nothing is made of it that was not meant. */
  typed: string;
  channel: PaymentChannel;
}

/** Long enough for any amount with its separators. */
const LONGEST = 40;

/** What is no amount comes out as nothing, which the chart refuses. */
const amountOf = (chosen: Chosen, all: Cents): Cents => (chosen.part === 'all' ? all : shillings(wholeShillings(chosen.typed) ?? 0));

export function PayForm({ state, send, repayment }: ScreenProps & { repayment: RepaymentDetail }) {
  const { language, problem, product, repayRequest } = state.context;
  const t = text(language);
  const { balance, channels, coupon } = repayment;
  const saved = balance.left - balance.settleToday;
  const all = closingAmount(balance);
  const isAboutAmount = problem?.code === LOCAL.amountNotAllowed;
  useFocusOnWrong(problem);
  // Said where it was asked.
  const isAboutChannel = problem?.code === CODE.noPaymentMethod;
  const channelCard = {
    mpesa: { id: 'mpesa', title: t('mpesa'), note: t('mpesaNote') },
    paybill: { id: 'paybill', title: t('paybill'), note: t('paybillNote') },
    dedicated: { id: 'dedicated', title: t('dedicated'), note: t('dedicatedNote') },
  };
  const channel = channels[0] ?? 'paybill';
  const isPart =
    repayRequest !== null && repayRequest.amount < all && faultOf(repayRequest.amount, balance, ruleFor(repayment.rule, 'mpesa')) === null;
  const initial: Chosen = isPart
    ? { part: 'other', typed: String(repayRequest.amount / shillings(1)), channel: repayRequest.channel }
    : { part: 'all', typed: '', channel };

  return (
    <Choosing initial={initial}>
      {(chosen, choose) => {
        const amount = amountOf(chosen, all);
        const rule = ruleFor(repayment.rule, chosen.channel);
        // Said after a press, and then of what is typed now: it goes as soon as the amount is right.
        const fault = isAboutAmount ? faultOf(amount, balance, rule) : null;
        const isUnread = chosen.part === 'other' && chosen.typed.trim() !== '' && wholeShillings(chosen.typed) === null;
        const isUnclear = isUnread && (isAboutAmount || !mayBecomeShillings(chosen.typed));
        const refusal = isUnclear ? ('unclear' as const) : fault;
        const error = refusal
          ? t(refusal, {
              minimum: formatKsh(rule.minimum),
              step: formatKsh(rule.step),
              all: formatKsh(all),
            })
          : undefined;
        const label = chosen.channel === 'mpesa' ? ('pay' as const) : ('byPaybill' as const);
        return (
          <Screen
            language={language}
            title={t('title')}
            onBack={() => send({ type: 'back.requested' })}
            spacing="loose"
            actions={
              <Actions>
                <ProblemNote language={language} problem={isAboutAmount || isAboutChannel ? null : problem} />
                <Button
                  onPress={() => send({ type: 'repayment.amountChosen', amount, channel: chosen.channel, requestId: freshRequestId() })}
                >
                  {amount > 0 ? t(label, { amount: formatKsh(amount) }) : t(label === 'pay' ? 'payPlain' : 'byPaybillPlain')}
                </Button>
              </Actions>
            }
          >
            <Announce text={error} />
            <div className="stack stack--snug">
              <ChoiceCards
                legend={t('howMuch')}
                name="part"
                value={chosen.part}
                cards={[
                  {
                    id: 'all',
                    title: formatKsh(all),
                    note: saved > 0 ? t('settle', { saved: formatKsh(saved) }) : t('all'),
                  },
                  { id: 'other', title: t('other'), note: t('rule', { minimum: formatKsh(rule.minimum), step: groupDigits(rule.step) }) },
                ]}
                onChange={(id) => choose({ part: id === 'all' ? 'all' : 'other' })}
              />
              {chosen.part === 'other' && (
                <TextField
                  id="amount"
                  name="amount"
                  language={language}
                  label={t('amount')}
                  hint={t('rule', { minimum: formatKsh(rule.minimum), step: groupDigits(rule.step) })}
                  error={error}
                  affix="KSh"
                  value={chosen.typed}
                  mode="numeric"
                  autocomplete="off"
                  enterKey="done"
                  onChange={(_, typed) => choose({ typed: typed.slice(0, LONGEST) })}
                  onBlur={() => undefined}
                />
              )}
            </div>
            <ChoiceCards
              legend={t('how')}
              name="channel"
              value={chosen.channel}
              cards={channels.map((channel) => channelCard[channel])}
              onChange={(id) => choose({ channel: channels.find((channel) => channel === id) ?? chosen.channel })}
            />
            {coupon?.is === 'offered' && (
              <CardList>
                <RowItem
                  icon={cardFront}
                  onPress={() => send({ type: 'card.opened' })}
                  title={t('coupon', { amount: formatKsh(coupon.amount) })}
                  note={t('couponNote')}
                />
              </CardList>
            )}
            <Statement language={language} repayment={repayment} />
            <CardList>
              {product?.rollover.enabled && (
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
            <OtherWays state={state} send={send} />
          </Screen>
        );
      }}
    </Choosing>
  );
}
