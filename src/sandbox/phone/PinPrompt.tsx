import { useState } from 'react';
import { formatKsh } from '#machines/model/money.ts';
import type { SandboxPrompt } from '#src/api/sandbox.ts';
import { Button } from '#src/ui/button/Button.tsx';
import type { Command } from '../lender/useLender.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { NativeSheet } from './NativeSheet.tsx';

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** The prompt of the SIM, over everything else. The PIN goes to M-PESA and never to the app. */
export function PinPrompt({ prompt, now, run }: { prompt: SandboxPrompt; now: number; run: Command }) {
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string | undefined>();
  const path = `/prompts/${prompt.id}` as const;
  const cancel = (): void => void run(path, { cancel: true });
  return (
    <NativeSheet kind="prompt" title="M-PESA" closeLabel="Cancel payment" onClose={cancel}>
      <form
        className="sb-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!/^\d{4}$/.test(pin)) {
            setError('The PIN has 4 digits.');
            return;
          }
          void run(path, { pin });
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
          <Button kind="quiet" size="small" onPress={cancel}>
            Cancel
          </Button>
        </div>
      </form>
    </NativeSheet>
  );
}
