import type { ReactNode } from 'react';
import { ROUTES } from '#machines/routes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { Mark } from '#src/ui/brand/Mark.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { help } from '#src/ui/icon/primaryIcons.ts';
import { IconLink } from '#src/ui/iconButton/IconButton.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { StatusCard, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { uiText } from '#src/ui/strings.ts';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** The frame of home with and without an order: greeting, help, and the states before an answer of the lender. */
export function HomeFrame({ state, send, children }: ScreenProps & { children: ReactNode }) {
  const { language, home, session, lostSession, problem } = state.context;
  const t = text(language);
  const isRead = state.matches({ places: { tabs: 'home' } });
  const firstName = valueOf(home)?.firstName;
  const isUnreachable = state.matches({ places: { loadingHome: 'failed' } });

  return (
    <Screen
      language={language}
      title={firstName ? t('helloName', { name: firstName }) : t('hello')}
      tab="home"
      mark={<Mark size="small" />}
      busy={!isRead && !isUnreachable}
      aside={
        session ? (
          <IconLink path={help} label={t('help')} href={`#${ROUTES.customerServices}`} />
        ) : (
          <IconLink path={help} label={t('questions')} href={`#${ROUTES.faq}`} />
        )
      }
    >
      {isUnreachable && <Unreachable state={state} send={send} />}
      {isRead && (
        <ProblemNote language={language} problem={problem}>
          <Button kind="secondary" size="small" onPress={() => send({ type: 'retry.requested' })}>
            {uiText(language)('tryAgain')}
          </Button>
        </ProblemNote>
      )}
      {isRead && (lostSession ? <SignedOut state={state} send={send} /> : children)}
      {!isRead && !isUnreachable && <StatusCardSkeleton language={language} />}
    </Screen>
  );
}

/** The note that the lender ended the session. The borrower may owe a loan, so home offers none until the note is dismissed. */
export function SignedOut({ state, send }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <>
      <StatusCard label={t('signedOut')} kind="plain">
        <StatusCardPart spacing="snug">
          <h2>{t('signedOut')}</h2>
          <p className="muted">{t('signedOutText')}</p>
        </StatusCardPart>
        <StatusCardPart>
          <Button onPress={() => send({ type: 'login.requested' })}>{t('signIn')}</Button>
          <Button kind="quiet" onPress={() => send({ type: 'lostSession.noted' })}>
            {t('close')}
          </Button>
        </StatusCardPart>
      </StatusCard>
      <CardList>
        <RowItem icon={help} href={`#${ROUTES.faq}`} title={t('questions')} />
      </CardList>
    </>
  );
}

function Unreachable({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const t = text(language);
  return (
    <StatusCard label={t('unreachable')} kind="plain">
      <StatusCardPart spacing="snug">
        <h2>{t('unreachable')}</h2>
        <p className="muted">{t('unreachableText')}</p>
        <ProblemNote language={language} problem={problem} />
      </StatusCardPart>
      <StatusCardPart>
        <Button onPress={() => send({ type: 'retry.requested' })}>{uiText(language)('tryAgain')}</Button>
      </StatusCardPart>
    </StatusCard>
  );
}
