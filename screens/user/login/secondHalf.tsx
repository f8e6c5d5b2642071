import type { ScreenProps } from '../../props.ts';
import { CaptchaScreen, WaitScreen } from './captchaScreen.tsx';
import { ReceivedCodeScreen } from './receivedCodeScreen.tsx';
import { CodeScreen } from '../../shared/codeForm.tsx';
import { type Half, isAt, isSending } from './afterNumber.ts';

/** The half of signing in that login and registration share, where `isAfterNumber`. */
export function SecondHalf({ state, send, of }: ScreenProps & Half) {
  const half = { state, of };
  if (isAt(half, 'solvingCaptcha')) return <CaptchaScreen state={state} send={send} />;
  if (isAt(half, 'waitingCaptcha')) return <WaitScreen state={state} send={send} />;
  const { mobile, codeAgainAt, mayNotCome } = state.context.signIn;
  const isSendingAgain = isSending(half) && codeAgainAt !== null;
  const isSendingReceived = isSending(half) && !isSendingAgain;
  if (isSendingReceived || isAt(half, 'enteringReceivedCode'))
    return <ReceivedCodeScreen state={state} send={send} busy={isSendingReceived} />;
  return (
    <CodeScreen
      state={state}
      send={send}
      mobile={mobile}
      codeAgainAt={codeAgainAt}
      mayNotCome={mayNotCome}
      busy={isAt(half, 'verifying') ? 'verifying' : isSendingAgain ? 'sending' : null}
      onOtherNumber={() => send({ type: 'mobile.changeRequested' })}
    />
  );
}
