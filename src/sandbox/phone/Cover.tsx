import type { Lender } from '../lender/useLender.ts';
import type { useShell } from '../shell/useShell.ts';
import { LoginSheet } from './LoginSheet.tsx';
import { PhoneBookSheet } from './PhoneBookSheet.tsx';
import { PinPrompt } from './PinPrompt.tsx';

/** The native surface over the app, if any. The prompt of the SIM is above all others. */
export function Cover({ shell: { snapshot, send }, lender }: { shell: ReturnType<typeof useShell>; lender: Lender }) {
  const prompt = lender.state?.prompts[0];
  if (lender.state && prompt) {
    const path = `/prompts/${prompt.id}` as const;
    return (
      <PinPrompt
        key={prompt.id}
        prompt={prompt}
        now={lender.state.now}
        onPin={(pin) => void lender.run(path, { pin })}
        onCancel={() => void lender.run(path, { cancel: true })}
      />
    );
  }

  const cancel = (): void => send({ type: 'sheet.cancelled' });
  const { contacts, mobile, problem } = snapshot.context;
  if (snapshot.matches('showingPhoneBook')) {
    return <PhoneBookSheet contacts={contacts} onPick={(contact) => send({ type: 'contact.picked', contact })} onCancel={cancel} />;
  }
  if (!snapshot.matches('showingLogin')) return null;
  const step = snapshot.matches({ showingLogin: 'enteringCode' }) || snapshot.matches({ showingLogin: 'verifying' }) ? 'code' : 'mobile';
  return (
    <LoginSheet
      key={step}
      step={step}
      busy={snapshot.hasTag('busy')}
      mobile={mobile}
      problem={problem}
      onMobile={(typed) => send({ type: 'mobile.submitted', mobile: typed })}
      onCode={(code) => send({ type: 'code.submitted', code })}
      onCancel={cancel}
    />
  );
}
