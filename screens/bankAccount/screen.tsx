import { formatMsisdn } from '#machines/model/phone.ts';
import type { ScreenProps } from '#screens/props.ts';
import { SectionForm } from '#src/forms/SectionForm.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { strings } from './strings.ts';

/** "0:42" */
const minutesAndSeconds = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Step 4: the M-PESA number or bank account the loan is paid out to, confirmed by a code. */
export default function BankAccount({ state, send }: ScreenProps) {
  const { language, session, codeAgainAt, now } = state.context;
  const t = strings(language);
  const wait = codeAgainAt === null || now === null ? 0 : codeAgainAt - now;
  const code = (
    <div className="stack stack--snug">
      <p className="small muted">{t('sentTo', { mobile: session ? formatMsisdn(session.mobile) : '' })}</p>
      {wait > 0 ? (
        <p className="small" role="timer">
          {t('againIn', { time: minutesAndSeconds(wait) })}
        </p>
      ) : (
        <Button
          kind="secondary"
          busy={state.matches({ places: { apply: { bankAccount: 'sendingCode' } } }) && t('sending')}
          onPress={() => send({ type: 'bankCode.requested' })}
        >
          {codeAgainAt === null ? t('sendCode') : t('sendAgain')}
        </Button>
      )}
    </div>
  );
  return (
    <SectionForm
      section="bankAccount"
      state={state}
      send={send}
      title={t('title')}
      step={4}
      minutes={2}
      beforeGroup={{ code }}
      onSubmit={(values) => send({ type: 'bankAccount.submitted', values })}
    />
  );
}
