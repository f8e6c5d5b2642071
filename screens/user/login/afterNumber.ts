/** The steps of signing in that login and registration share, from the first code on. */
import type { ScreenProps } from '../../props.ts';

export type Half = Pick<ScreenProps, 'state'> & { of: 'login' | 'register' };

const ASKED = ['enteringReceivedCode', 'solvingCaptcha', 'waitingCaptcha', 'enteringCode', 'verifying'] as const;
type Step = 'sendingCode' | 'askingCaptcha' | (typeof ASKED)[number];

export const isAt = ({ state, of }: Half, step: Step): boolean =>
  state.matches(of === 'login' ? { places: { user: { login: step } } } : { places: { user: { register: step } } });

/** Whether a code is being sent. */
export const isSending = (half: Half): boolean => isAt(half, 'sendingCode') || isAt(half, 'askingCaptcha');

/** Whether the number has its answer: a code was sent, or something else is asked for before one is. */
export function isAfterNumber(half: Half): boolean {
  const { codeAgainAt, mayNotCome } = half.state.context.signIn;
  return ASKED.some((step) => isAt(half, step)) || (isSending(half) && (codeAgainAt !== null || mayNotCome));
}
