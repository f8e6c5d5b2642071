import { formatMsisdn, toMsisdn } from '#machines/model/phoneNumber.ts';
import { APP_NAME } from '#src/market/app.ts';
import { defineFirstTexts } from '#src/i18n/firstPaint.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import type { ScreenProps } from '../props.ts';

const text = defineFirstTexts({
  en: {
    title: 'You are signed in already',
    where: '{{app}} is signed in with {{number}}.',
    goOn: 'Continue with this number',
  },
  es: {
    title: 'Ya inició sesión',
    where: '{{app}} tiene una sesión iniciada con {{number}}.',
    goOn: 'Continuar con este número',
  },
  sw: {
    title: 'Umeshaingia',
    where: '{{app}} imeingia kwa {{number}}.',
    goOn: 'Endelea na nambari hii',
  },
});

/** The shell signed in after this page was opened. The borrower continues with that session, or signs in with another number. */
export function OfferedSession({ state, send }: ScreenProps) {
  const { language, offeredSession, app } = state.context;
  if (!offeredSession) return null;
  const t = text(language);
  const msisdn = toMsisdn(offeredSession.mobile);
  return (
    <Card title={t('title')} spacing="snug">
      <p>{t('where', { app: app?.appName ?? APP_NAME, number: msisdn ? formatMsisdn(msisdn) : offeredSession.mobile })}</p>
      <Button kind="secondary" onPress={() => send({ type: 'shellSession.taken', session: offeredSession })}>
        {t('goOn')}
      </Button>
    </Card>
  );
}
