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

/** A card is authorised for the coupon. What is typed goes to the lender once and is kept nowhere. */
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
      // The bank says whether it has expired.
      validTo: (typed) => (/^(0[1-9]|1[0-2])\/\d\d$/.test(typed) ? null : t('validToHint')),
      cvc: (typed) => (typed === '' || /^\d{3}$/.test(typed) ? null : t('cvcHint')),
    },
    refused: problem?.fields,
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
          <ProblemNote language={language} problem={problem} />
          <Button busy={isBusy && t('asking')} onPress={submit}>
            {t('authorise')}
          </Button>
        </Actions>
      }
    >
      <p>{t('intro', { amount: formatKsh(coupon.amount) })}</p>
      <TextField
        {...form.field('cardNumber')}
        id="cardNumber"
        language={language}
        label={t('number')}
        error={form.error('cardNumber')}
        mode="numeric"
        autocomplete="cc-number"
        enterKey="next"
        maxLength={23}
      />
      <TextField
        {...form.field('validTo')}
        id="validTo"
        language={language}
        label={t('validTo')}
        hint={t('validToHint')}
        error={form.error('validTo')}
        mode="numeric"
        autocomplete="cc-exp"
        enterKey="next"
        maxLength={5}
      />
      <TextField
        {...form.field('cvc')}
        id="cvc"
        language={language}
        label={t('cvc')}
        hint={t('cvcHint')}
        error={form.error('cvc')}
        mode="numeric"
        autocomplete="cc-csc"
        enterKey="done"
        maxLength={3}
      />
      <Note icon={shield}>{t('kept')}</Note>
    </Screen>
  );
}
