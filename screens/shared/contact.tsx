import type { Support } from '#machines/context.ts';
import { formatMsisdn, onItsOwn, toMsisdn } from '#machines/model/phoneNumber.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { SETTINGS } from '#src/market/pageSettings.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { CopyRow } from '#src/ui/copyRow/CopyRow.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Skeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../props.ts';
import { contactText } from './contactStrings.ts';

const HOURS = { 'mon-fri': 'monFri', 'mon-sat': 'monSat', 'mon-sun': 'monSun' } as const;

/**
 * The lender's contact data, and the number that a message needs. They can be copied and are no links: a web view may have
 * no program for mail, calls or WhatsApp, and some web views then replace the app by an error page.
 */
export function Contact({ state, send }: ScreenProps) {
  const { language, support, problem } = state.context;
  const t = contactText(language);
  // If the lender's contact data could not be loaded, those in the settings of the page are shown.
  const reach: Reach | null = valueOf(support) ?? (support.is === 'loading' ? null : supportOfPage());
  return (
    <Card title={t('title')} spacing="snug">
      {support.is === 'loading' && (
        <div aria-hidden="true">
          <Skeleton />
          <Skeleton size="words" />
        </div>
      )}
      <ProblemNote language={language} problem={problem}>
        <Button kind="secondary" size="small" onPress={() => send({ type: 'retry.requested' })}>
          {t('again')}
        </Button>
      </ProblemNote>
      {reach && <Ways state={state} send={send} reach={reach} />}
      <p className="small muted">{t('never')}</p>
    </Card>
  );
}

type Reach = Omit<Support, 'hours' | 'company'> & { hours: Support['hours'] | null };

function supportOfPage(): Reach | null {
  const support = SETTINGS?.support;
  return support ? { email: support.email, phone: support.phone ?? null, whatsapp: toMsisdn(support.whatsapp ?? ''), hours: null } : null;
}

function Ways({ state, send, reach: { email, phone, whatsapp, hours } }: ScreenProps & { reach: Reach }) {
  const { language, order, session } = state.context;
  const t = contactText(language);
  return (
    <>
      <div>
        {phone !== null && <CopyRow language={language} label={t('phone')} what={t('phoneWhat')} value={phone} send={send} />}
        {whatsapp !== null && (
          <CopyRow
            language={language}
            label={t('whatsapp')}
            what={t('whatsappWhat')}
            value={`+${whatsapp}`}
            shown={onItsOwn(formatMsisdn(whatsapp))}
            send={send}
          />
        )}
        <CopyRow language={language} label={t('email')} what={t('emailWhat')} value={email} send={send} />
        {session && order && (
          <CopyRow
            language={language}
            label={t(order.disbursement ? 'order' : 'application')}
            what={t(order.disbursement ? 'orderWhat' : 'applicationWhat')}
            value={order.orderNo}
            send={send}
          />
        )}
      </div>
      {hours && <p className="small muted">{t(HOURS[hours.days], hours)}</p>}
    </>
  );
}
