import { LOCAL } from '#machines/model/codes.ts';
import { formatKsh, type Cents } from '#machines/model/money.ts';
import type { RepaymentDetail } from '#machines/model/order.ts';
import { faultOf, ruleFor } from '#machines/model/repaymentAmount.ts';
import { closingAmount } from '#machines/model/terms.ts';
import { type Entered, useShortForm } from '#src/forms/useShortForm.ts';
import { textOfAmount } from '#src/ui/form/wholeShillings.ts';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

const JUDGED_BY = [LOCAL.amountNotAllowed];

type Name = 'part' | 'amount' | 'channel';

/** The form of a payment: the whole debt or a part of it, and the channel. */
export function usePayment({ context: { language, problem, suggestedAmount } }: ScreenProps['state'], repayment: RepaymentDetail) {
  const t = text(language);
  const { balance, channels } = repayment;
  const all = closingAmount(balance);
  const usual = channels[0] ?? 'paybill';
  const isPart =
    suggestedAmount !== null && suggestedAmount < all && faultOf(suggestedAmount, balance, ruleFor(repayment.rule, 'mpesa')) === null;
  const form = useShortForm<Name>({
    initial: {
      part: isPart ? 'other' : 'all',
      amount: isPart ? textOfAmount(suggestedAmount) : '',
      channel: isPart ? 'mpesa' : usual,
    },
    rules: { amount: (_, entered) => refusalOf(entered) },
    problem,
    judgedBy: JUDGED_BY,
  });
  const channelOf = ({ value }: Entered<Name>) => channels.find((one) => one === value('channel')) ?? usual;
  const amountOf = ({ value, amount }: Entered<Name>): Cents | null => (value('part') === 'all' ? all : amount('amount'));
  /** Why the amount cannot be paid, in words. */
  function refusalOf(entered: Entered<Name>): string | null {
    if (entered.value('part') === 'all') return null;
    const isUnread = entered.value('amount').trim() !== '' && entered.amount('amount') === null;
    const allowed = ruleFor(repayment.rule, channelOf(entered));
    const fault = isUnread ? 'unclear' : faultOf(amountOf(entered), balance, allowed);
    return fault && t(fault, { minimum: formatKsh(allowed.minimum), step: formatKsh(allowed.step), all: formatKsh(all) });
  }
  const channel = channelOf(form);
  return {
    form,
    amountOf,
    /** null: what is entered cannot be paid, so the button names no amount. */
    payable: refusalOf(form) === null ? amountOf(form) : null,
    channel,
    rule: ruleFor(repayment.rule, channel),
    error: form.error('amount'),
  };
}
