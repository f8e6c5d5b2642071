import type { ReactElement } from 'react';
import type { ScreenProps } from '../../props.ts';
import { CaptchaScreen, WaitScreen } from './captchaScreen.tsx';
import { ReceivedCodeScreen } from './receivedCodeScreen.tsx';
import { CodeScreen } from '../../shared/codeForm.tsx';

type Half = { of: 'login' | 'register' };
type Step = 'sendingCode' | 'enteringReceivedCode' | 'askingCaptcha' | 'solvingCaptcha' | 'waitingCaptcha' | 'enteringCode' | 'verifying';

const isAt = ({ state, of }: Pick<ScreenProps, 'state'> & Half, step: Step): boolean =>
  state.matches(of === 'login' ? { places: { user: { login: step } } } : { places: { user: { register: step } } });

/** Whether a code is being sent. */
export const isSending = (half: Pick<ScreenProps, 'state'> & Half): boolean => isAt(half, 'sendingCode') || isAt(half, 'askingCaptcha');

/** The half of signing in that login and registration share; null until the first code was sent. */
export function secondHalf({ state, send, of }: ScreenProps & Half): ReactElement | null {
  const half = { state, of };
  if (isAt(half, 'solvingCaptcha')) return <CaptchaScreen state={state} send={send} />;
  if (isAt(half, 'waitingCaptcha')) return <WaitScreen state={state} send={send} />;
  const { mobile, codeAgainAt, mayNotCome } = state.context.signIn;
  const isSendingAgain = isSending(half) && codeAgainAt !== null;
  const isSendingReceived = isSending(half) && !isSendingAgain && mayNotCome;
  if (isSendingReceived || isAt(half, 'enteringReceivedCode'))
    return <ReceivedCodeScreen state={state} send={send} busy={isSendingReceived} />;
  const isVerifying = isAt(half, 'verifying');
  if (!isAt(half, 'enteringCode') && !isVerifying && !isSendingAgain) return null;
  return (
    <CodeScreen
      state={state}
      send={send}
      mobile={mobile}
      codeAgainAt={codeAgainAt}
      mayNotCome={mayNotCome}
      busy={isVerifying ? 'verifying' : isSendingAgain ? 'sending' : null}
      onOtherNumber={() => send({ type: 'mobile.changeRequested' })}
    />
  );
}
