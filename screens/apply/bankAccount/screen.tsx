import { useMemo } from 'react';
import type { Session } from '#machines/context.ts';
import type { Values } from '#machines/model/application.ts';
import type { PayoutAccount } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { formatMsisdn, maskMsisdn } from '#machines/model/phone.ts';
import type { ScreenProps } from '#screens/props.ts';
import { SectionForm } from '#src/forms/SectionForm.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { error } from '#src/ui/icon/paths.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { strings } from './strings.ts';

/** "0:42" */
const minutesAndSeconds = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** What can be filled in of an account of which only the masked number is told: the borrower's own number is known. */
const knownOf = (account: PayoutAccount, session: Session | null): Values => ({
  accountKind: account.kind,
  ...(session && account.kind === 'mpesa' && maskMsisdn(session.mobile) === account.masked ? { mobile: session.mobile.slice(3) } : {}),
});

/** Step 4: the M-PESA number or bank account the loan is paid out to, confirmed by a code; the same to correct it after a payout that failed. */
export default function BankAccount({ state, send }: ScreenProps) {
  const { language, session, codeAgainAt, now, order, saved } = state.context;
  const t = strings(language);
  const wait = codeAgainAt === null || now === null ? 0 : codeAgainAt - now;
  const refused = order?.status === STATUS.payFail ? order : null;
  const account = refused?.payoutAccount ?? null;
  // The same object with every drawing: another one would be taken for news from the lender.
  const known = useMemo(() => (account ? knownOf(account, session) : null), [account, session]);
  const why = refused && (
    <Note tone="overdue" icon={error}>
      {t('refused', { account: `${account?.holderName ?? ''} ${account?.masked ?? ''}`.trim() })} {refused.disbursement?.failure}
    </Note>
  );
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
      state={known ? { ...state, context: { ...state.context, saved: { ...saved, bankAccount: known } } } : state}
      send={send}
      title={t('title')}
      {...(refused
        ? {
            action: t('saveAndOffer'),
            intro: () => why,
          }
        : { progress: { step: 4, minutes: 2 } })}
      beforeGroup={{ code }}
      onSubmit={(values) => send({ type: 'bankAccount.submitted', values })}
    />
  );
}
