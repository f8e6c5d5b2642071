import { formatKsh } from '#machines/model/money.ts';
import type { CouponState } from '#machines/model/order.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Choosing } from '#src/ui/choosing/Choosing.tsx';
import { useFocusOnWrong } from '#src/ui/focus/useFocusOn.ts';
import { TextField } from '#src/ui/form/TextField.tsx';
import { shield } from '#src/ui/icon/further.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { cardText } from './cardStrings.ts';

/** `1230` becomes `12/30` while it is typed; a slash that was typed stays. */
const monthAndYear = (text: string): string => {
  const digits = text.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
};

/** A card is authorised for the coupon. What is typed goes to the lender once and is kept nowhere. */
export function CardForm({ state, send, coupon }: ScreenProps & { coupon: CouponState }) {
  const { language, problem } = state.context;
  const t = cardText(language);
  const isBusy = state.matches({ places: { repay: { repayDetail: { card: 'authorising' } } } });
  const fields = problem?.fields ?? {};
  useFocusOnWrong(problem);
  return (
    <Choosing initial={{ cardNumber: '', validTo: '', cvc: '' }}>
      {(typed, choose) => (
        <Screen
          language={language}
          title={t('title')}
          onBack={() => send({ type: 'back.requested' })}
          actions={
            <Actions>
              <ProblemNote language={language} problem={problem} />
              <Button busy={isBusy && t('asking')} onPress={() => send({ type: 'card.submitted', ...typed })}>
                {t('authorise')}
              </Button>
            </Actions>
          }
        >
          <p>{t('intro', { amount: formatKsh(coupon.amount) })}</p>
          <TextField
            id="cardNumber"
            name="cardNumber"
            language={language}
            label={t('number')}
            error={fields['cardNumber']}
            value={typed.cardNumber}
            mode="numeric"
            autocomplete="cc-number"
            enterKey="next"
            maxLength={23}
            onChange={(_, cardNumber) => choose({ cardNumber })}
            onBlur={() => undefined}
          />
          <TextField
            id="validTo"
            name="validTo"
            language={language}
            label={t('validTo')}
            hint={t('validToHint')}
            error={fields['validTo']}
            value={typed.validTo}
            mode="numeric"
            autocomplete="cc-exp"
            enterKey="next"
            maxLength={5}
            onChange={(_, text) => choose({ validTo: monthAndYear(text) })}
            onBlur={() => undefined}
          />
          <TextField
            id="cvc"
            name="cvc"
            language={language}
            label={t('cvc')}
            hint={t('cvcHint')}
            value={typed.cvc}
            mode="numeric"
            autocomplete="cc-csc"
            enterKey="done"
            maxLength={3}
            onChange={(_, cvc) => choose({ cvc })}
            onBlur={() => undefined}
          />
          <Note icon={shield}>{t('kept')}</Note>
        </Screen>
      )}
    </Choosing>
  );
}
