import { useId, useState } from 'react';
import { CODE } from '#machines/model/codes.ts';
import { formatMsisdn } from '#machines/model/phoneNumber.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { logOut } from '../parts/sandboxIcons.ts';
import type { Command } from '../lender/useLender.ts';
import { Panel } from '../parts/Panel.tsx';

/** The four ways a session ends, by the code of the lender's answer. */
const ENDS = [
  [CODE.tokenExpired, 'It expired'],
  [CODE.loggedInElsewhere, 'Signed in on another phone'],
  [CODE.tokenInvalid, 'The token is invalid'],
  [CODE.notLoggedIn, 'Not signed in'],
] as const;

/** Ends a borrower's session at the lender. The app finds out at its next call. */
export function SessionPanel({ mobiles, run }: { mobiles: readonly string[]; run: Command }) {
  const [chosen, setChosen] = useState<{ mobile: string | null; code: number }>({ mobile: null, code: CODE.tokenExpired });
  const [ended, setEnded] = useState(false);
  const id = useId();
  const mobile = chosen.mobile ?? mobiles[0];
  return (
    <Panel title="Session" icon={logOut}>
      {mobile === undefined ? (
        <p className="sb-quiet">Nobody is known to the lender yet.</p>
      ) : (
        <form
          className="sb-stack"
          onSubmit={(event) => {
            event.preventDefault();
            void run('/sessions/end', { mobile, code: chosen.code }).then(setEnded);
          }}
        >
          <div className="sb-field">
            <label className="sb-field__label" htmlFor={`${id}-mobile`}>
              Borrower
            </label>
            <select
              className="sb-input"
              id={`${id}-mobile`}
              value={mobile}
              onChange={(event) => setChosen({ ...chosen, mobile: event.target.value })}
            >
              {mobiles.map((one) => (
                <option key={one} value={one}>
                  {formatMsisdn(one)}
                </option>
              ))}
            </select>
          </div>
          <div className="sb-field">
            <label className="sb-field__label" htmlFor={`${id}-code`}>
              Why it ends
            </label>
            <select
              className="sb-input"
              id={`${id}-code`}
              value={chosen.code}
              onChange={(event) => setChosen({ ...chosen, code: Number(event.target.value) })}
            >
              {ENDS.map(([code, words]) => (
                <option key={code} value={code}>
                  {words} ({code})
                </option>
              ))}
            </select>
          </div>
          <div className="sb-buttons">
            <Button type="submit" kind="secondary" size="small">
              End the session
            </Button>
          </div>
          <p className="sb-hint" role="status">
            {ended ? 'Ended. The app hears of it with its next call.' : ''}
          </p>
        </form>
      )}
    </Panel>
  );
}
