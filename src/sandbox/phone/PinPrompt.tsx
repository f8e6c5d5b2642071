import { useState } from 'react';
import { formatKsh } from '#machines/model/money.ts';
import type { SandboxPrompt } from '#src/api/sandbox.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { NativeSheet } from './NativeSheet.tsx';

interface Props {
  prompt: Pick<SandboxPrompt, 'amount' | 'business' | 'account' | 'expiresAt'>;
  now: number;
  onPin: (pin: string) => void;
  onCancel: () => void;
}

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** The prompt of the SIM, over everything else. The PIN goes to M-PESA and never to the app. */
export function PinPrompt({ prompt, now, onPin, onCancel }: Props) {
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string | undefined>();
  return (
    <NativeSheet kind="prompt" title="M-PESA" closeLabel="Cancel payment" onClose={onCancel}>
      <form
        className="sb-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!/^\d{4}$/.test(pin)) {
            setError('The PIN has 4 digits.');
            return;
          }
          onPin(pin);
        }}
      >
        <p>
          Do you want to pay <strong>{formatKsh(prompt.amount)}</strong> to <strong>{prompt.business}</strong>, account {prompt.account}?
        </p>
        <PanelField
          label="M-PESA PIN"
          concealed
          inputMode="numeric"
          maxLength={4}
          value={pin}
          error={error}
          hint={`Closes in ${seconds(prompt.expiresAt - now)} s`}
          onChange={setPin}
        />
        <div className="sb-stack">
          <Button type="submit" size="small">
            Send
          </Button>
          <Button kind="quiet" size="small" onPress={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </NativeSheet>
  );
}
