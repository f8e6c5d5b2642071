import { formatKsh } from '#machines/model/money.ts';
import type { Offer } from '#machines/model/order.ts';
import { sessionOf } from '#machines/required.ts';
import type { ScreenProps } from '../../props.ts';
import { CodeScreen } from '../../shared/codeForm.tsx';
import { accountWords } from './accountWords.ts';
import { text } from './strings.ts';

const isAt = (state: ScreenProps['state'], step: 'enteringCode' | 'sendingCodeAgain' | 'drawingWithCode'): boolean =>
  state.matches({ places: { borrow: { confirmBorrow: step } } });

/** Whether the draw needs the code that was sent. */
export const isAtCode = (state: ScreenProps['state']): boolean =>
  isAt(state, 'enteringCode') || isAt(state, 'sendingCodeAgain') || isAt(state, 'drawingWithCode');

/** The code that the lender requires before it sends the money. */
export function DrawCode({ state, send, offer }: ScreenProps & { offer: Offer }) {
  const { language, payoutCodes } = state.context;
  const t = text(language);
  const amount = formatKsh(offer.terms.sent);
  const busy = isAt(state, 'drawingWithCode') ? 'verifying' : isAt(state, 'sendingCodeAgain') ? 'sending' : null;
  return (
    <CodeScreen
      state={state}
      send={send}
      mobile={sessionOf(state.context).mobile}
      codeAgainAt={payoutCodes.ownAgainAt}
      busy={busy}
      action={{ label: t('get', { amount }), busy: t('sending') }}
      why={<p className="muted">{t('whyCode', { amount, account: accountWords(offer.payoutAccount) })}</p>}
    />
  );
}
