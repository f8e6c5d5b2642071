import type { ScreenProps } from '../../props.ts';
import { ConfirmScreen } from '../../shared/confirmScreen.tsx';
import { text } from './strings.ts';

const isAt = (state: ScreenProps['state'], step: 'confirmingDecline' | 'declining'): boolean =>
  state.matches({ places: { borrow: { confirmBorrow: step } } });

/** The borrower said no to the offer, and is asked once. */
export const isDeclining = (state: ScreenProps['state']): boolean => isAt(state, 'confirmingDecline') || isAt(state, 'declining');

/** Declining cannot be undone: another loan needs another application. */
export function Decline({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const t = text(language);
  return (
    <ConfirmScreen
      language={language}
      problem={problem}
      title={t('sureNo')}
      yes={t('yesNo')}
      busy={isAt(state, 'declining') && t('declining')}
      keep={t('keepOffer')}
      onYes={() => send({ type: 'decline.confirmed' })}
      onKeep={() => send({ type: 'decline.withdrawn' })}
      onBack={() => send({ type: 'back.requested' })}
    >
      <p>{t('sureNoText')}</p>
    </ConfirmScreen>
  );
}
