import type { ScreenProps } from '../../props.ts';
import LoginNumber from './number.tsx';
import { SecondHalf } from './secondHalf.tsx';
import { isAfterNumber } from './afterNumber.ts';

export default function Login({ state, send }: ScreenProps) {
  return isAfterNumber({ state, of: 'login' }) ? (
    <SecondHalf state={state} send={send} of="login" />
  ) : (
    <LoginNumber state={state} send={send} />
  );
}
