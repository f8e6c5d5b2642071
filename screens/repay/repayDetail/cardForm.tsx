import { formatKsh } from '#machines/model/money.ts';
import type { CouponState } from '#machines/model/order.ts';
import { monthYear } from '#src/forms/text.ts';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { useFocusOnWrong } from '#src/ui/focus/useFocusOn.ts';
import { TextField } from '#src/ui/form/TextField.tsx';
import { shield } from '#src/ui/icon/secondaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { cardText } from './cardStrings.ts';

const FIELDS = [
  { id: 'cardNumber', label: 'number', hint: undefined, autocomplete: 'cc-number', enterKey: 'next', maxLength: 23 },
  { id: 'validTo', label: 'validTo', hint: 'validToHint', autocomplete: 'cc-exp', enterKey: 'next', maxLength: 5 },
  { id: 'cvc', label: 'cvc', hint: 'cvcHint', autocomplete: 'cc-csc', enterKey: 'done', maxLength: 3 },
] as const;

/** Authorises a card for the coupon. The typed values are sent to the lender once and stored nowhere. */
export function CardForm({ state, send, coupon }: ScreenProps & { coupon: CouponState }) {
  const { language, problem } = state.context;
  const t = cardText(language);
  const isBusy = state.matches({ places: { repay: { repayDetail: { card: 'authorising' } } } });
  useFocusOnWrong(problem);
  const form = useShortForm({
    initial: { cardNumber: '', validTo: '', cvc: '' },
    settle: { validTo: monthYear },
    rules: {
      cardNumber: (typed) => (/^\d{12,19}$/.test(typed.replace(/[\s-]/g, '')) ? null : t('numberWrong')),
      // Only the format is checked here: the bank knows whether the card has expired.
      validTo: (typed) => (/^(0[1-9]|1[0-2])\/\d\d$/.test(typed) ? null : t('validToHint')),
      cvc: (typed) => (typed === '' || /^\d{3}$/.test(typed) ? null : t('cvcHint')),
    },
    problem,
  });
  const submit = () => {
    const { value } = form.submit();
    send({ type: 'card.submitted', cardNumber: value('cardNumber'), validTo: value('validTo'), cvc: value('cvc') });
  };
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <ProblemNote language={language} problem={form.note} />
          <Button busy={isBusy && t('asking')} onPress={submit}>
            {t('authorise')}
          </Button>
        </Actions>
      }
    >
      <p>{t('intro', { amount: formatKsh(coupon.amount) })}</p>
      {FIELDS.map(({ id, label, hint, autocomplete, enterKey, maxLength }) => (
        <TextField
          {...form.field(id)}
          key={id}
          id={id}
          language={language}
          label={t(label)}
          hint={hint && t(hint)}
          error={form.error(id)}
          mode="numeric"
          autocomplete={autocomplete}
          enterKey={enterKey}
          maxLength={maxLength}
        />
      ))}
      <Note icon={shield}>{t('kept')}</Note>
    </Screen>
  );
}
