import { LOCAL } from '#machines/model/codes.ts';
import { formatKsh, type Cents } from '#machines/model/money.ts';
import type { RepaymentDetail } from '#machines/model/order.ts';
import { faultOf, ruleFor } from '#machines/model/repaymentAmount.ts';
import { closingAmount } from '#machines/model/terms.ts';
import { type Read, useShortForm } from '#src/forms/useShortForm.ts';
import { centsOf, mayBecomeShillings, textOfAmount } from '#src/ui/form/wholeShillings.ts';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

type Name = 'part' | 'amount' | 'channel';

/** All of the debt or a part of it, and the way it is paid. */
export function usePayment({ context: { language, problem, suggestedAmount } }: ScreenProps['state'], repayment: RepaymentDetail) {
  const t = text(language);
  const { balance, channels } = repayment;
  const all = closingAmount(balance);
  const isAboutAmount = problem?.code === LOCAL.amountNotAllowed;
  const usual = channels[0] ?? 'paybill';
  const isPart =
    suggestedAmount !== null && suggestedAmount < all && faultOf(suggestedAmount, balance, ruleFor(repayment.rule, 'mpesa')) === null;
  const form = useShortForm<Name>({
    initial: {
      part: isPart ? 'other' : 'all',
      amount: isPart ? textOfAmount(suggestedAmount) : '',
      channel: isPart ? 'mpesa' : usual,
    },
    rules: { amount: (_, read) => refusalOf(read) },
  });
  const channelOf = (read: Read<Name>) => channels.find((one) => one === read('channel')) ?? usual;
  // Text that is no amount is 0, which the chart refuses.
  const amountOf = (read: Read<Name>): Cents => (read('part') === 'all' ? all : (centsOf(read('amount')) ?? 0));
  /** Why the amount cannot be paid, in words. */
  function refusalOf(read: Read<Name>): string | null {
    if (read('part') === 'all') return null;
    const isUnread = read('amount').trim() !== '' && centsOf(read('amount')) === null;
    const allowed = ruleFor(repayment.rule, channelOf(read));
    const fault = isUnread ? 'unclear' : faultOf(amountOf(read), balance, allowed);
    return fault && t(fault, { minimum: formatKsh(allowed.minimum), step: formatKsh(allowed.step), all: formatKsh(all) });
  }
  const channel = channelOf(form.value);
  const rule = ruleFor(repayment.rule, channel);
  const amount = amountOf(form.value);
  // After a press the error is that of the present amount. It disappears as soon as the amount is valid.
  const isSaidNow = isAboutAmount || !mayBecomeShillings(form.value('amount'));
  const error = (isSaidNow ? refusalOf(form.value) : form.error('amount')) ?? undefined;
  return { form, amount, amountOf, channel, rule, error };
}
