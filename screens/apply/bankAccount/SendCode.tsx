import { countdownText } from '#src/ui/countdown/aboutLeft.ts';
import { Button } from '#src/ui/button/Button.tsx';

export interface SendCodeProps {
  /** Which number the code is sent to, and why. */
  about: string;
  send: string;
  /** The text with the time that is left; a function of "0:42". */
  againIn: (time: string) => string;
  /** Time until another code may be requested, ms. */
  wait: number;
  busy: string | false;
  onPress: () => void;
}

/** The part above the field of a code: the number, and the button that sends the code, or the time until it is enabled again. */
export const SendCode = ({ about, send, againIn, wait, busy, onPress }: SendCodeProps) => (
  <div className="stack stack--snug">
    <p className="small muted">{about}</p>
    {wait > 0 ? (
      <p className="small" role="timer">
        {againIn(countdownText(wait))}
      </p>
    ) : (
      <Button kind="secondary" busy={busy} onPress={onPress}>
        {send}
      </Button>
    )}
  </div>
);
