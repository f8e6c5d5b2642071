import { useMemo } from 'react';
import type { Values } from '#machines/model/application.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { formatMsisdn, toMsisdn } from '#machines/model/phoneNumber.ts';
import { orderOf, payoutAccountOf, sessionOf } from '#machines/required.ts';
import type { ScreenProps } from '#screens/props.ts';
import { SectionForm } from '#src/forms/SectionForm.tsx';
import { LIMITS } from '#src/market/limits.ts';
import { MoneySent } from '#src/ui/art/moneySent.tsx';
import { error } from '#src/ui/icon/primaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { SendCode } from './SendCode.tsx';
import { strings } from './strings.ts';

const sendsMoney = () => <MoneySent />;

/**
 * Step 4: the payout account, an M-PESA number or bank account, confirmed by a code. The same screen corrects the account
 * after a failed payout.
 */
export default function BankAccount({ state, send }: ScreenProps) {
  const { language, payoutCodes, now } = state.context;
  const { ownAgainAt, wallet } = payoutCodes;
  const { mobile: registered } = sessionOf(state.context);
  const order = orderOf(state.context);
  const t = strings(language);
  const waitUntil = (againAt: number | null): number => (againAt === null || now === null ? 0 : againAt - now);
  const againIn = (time: string): string => t('againIn', { time });
  const refused = order.status === STATUS.payFail ? { ...order, account: payoutAccountOf(order) } : null;
  const kind = refused?.account.kind;
  // The same object at every rendering: the form would take a new object for new values from the lender.
  const known = useMemo(() => (kind ? { accountKind: kind } : null), [kind]);
  const why = refused && (
    <Note tone="overdue" icon={error}>
      {t('refused', { account: `${refused.account.holderName} ${refused.account.masked}` })} {refused.disbursement?.failure}
    </Note>
  );
  const verificationCode = () => (
    <SendCode
      about={t('sentTo', { mobile: formatMsisdn(registered) })}
      send={ownAgainAt === null ? t('sendCode') : t('sendAgain')}
      againIn={againIn}
      wait={waitUntil(ownAgainAt)}
      busy={state.matches({ places: { apply: { bankAccount: 'sendingCode' } } }) && t('sending')}
      onPress={() => send({ type: 'bankCode.requested' })}
    />
  );
  const mobileVerificationCode = (values: Values) => {
    const typed = values['mobile'] ?? '';
    const msisdn = toMsisdn(typed);
    const sent = wallet?.mobile === msisdn ? wallet?.againAt : null;
    const mobile = msisdn ? formatMsisdn(msisdn) : typed;
    const own = values['verificationCode'] ?? '';
    if (own.length < LIMITS.verificationCode && waitUntil(sent) <= 0) return <p className="small muted">{t('ownFirst', { mobile })}</p>;
    return (
      <SendCode
        about={t('whyBoth', { mobile })}
        send={t(sent === null ? 'sendCodeTo' : 'sendAgainTo', { mobile })}
        againIn={againIn}
        wait={waitUntil(sent)}
        busy={state.matches({ places: { apply: { bankAccount: 'sendingWalletCode' } } }) && t('sending')}
        onPress={() => send({ type: 'walletCode.requested', mobile: typed, verificationCode: own })}
      />
    );
  };
  return (
    <SectionForm
      section="bankAccount"
      state={state}
      send={send}
      known={known}
      title={t('title')}
      {...(refused
        ? {
            action: t('saveAndOffer'),
            intro: () => why,
          }
        : { progress: { step: 4, minutes: 2 }, intro: sendsMoney })}
      beforeField={{ verificationCode, mobileVerificationCode }}
      onSubmit={(values) => send({ type: 'bankAccount.submitted', values })}
    />
  );
}
