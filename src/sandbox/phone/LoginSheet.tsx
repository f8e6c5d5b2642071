import { useState } from 'react';
import type { Problem } from '#machines/model/codes.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { NativeSheet } from './NativeSheet.tsx';

export interface LoginSheetProps {
  step: 'mobile' | 'code';
  busy: boolean;
  mobile: string;
  problem: Problem | null;
  onMobile: (mobile: string) => void;
  onCode: (code: string) => void;
  onCancel: () => void;
}

/** The shell's own login. It signs in at the lender and passes only the session to the app. */
export function LoginSheet({ step, busy, mobile, problem, onMobile, onCode, onCancel }: LoginSheetProps) {
  const [typed, setTyped] = useState({ mobile, code: '' });
  const error = problem ? problem.message || 'The lender did not answer. Try again.' : undefined;
  return (
    <NativeSheet title="Sign in to the phone" closeLabel="Close sign-in" onClose={onCancel}>
      <form
        className="sb-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          if (step === 'mobile') onMobile(typed.mobile);
          else onCode(typed.code.trim());
        }}
      >
        <p className="sb-quiet">This page belongs to the native app around the web view.</p>
        {step === 'mobile' ? (
          <PanelField
            label="Mobile number"
            type="tel"
            value={typed.mobile}
            error={error}
            onChange={(value) => setTyped({ ...typed, mobile: value })}
          />
        ) : (
          <PanelField
            label={`Code sent to ${mobile}`}
            inputMode="numeric"
            value={typed.code}
            error={error}
            onChange={(value) => setTyped({ ...typed, code: value })}
          />
        )}
        <Button type="submit" busy={busy && (step === 'mobile' ? 'Sending the code' : 'Signing in')}>
          {step === 'mobile' ? 'Send the code' : 'Sign in'}
        </Button>
      </form>
    </NativeSheet>
  );
}
