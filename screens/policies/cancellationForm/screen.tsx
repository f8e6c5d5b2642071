import { CANCELLATION_REASONS, CLOSING_HOURS, type CancellationBar, type CancellationTerms } from '#machines/model/cancellation.ts';
import type { Language } from '#machines/context.ts';
import { formatKsh, type Cents } from '#machines/model/money.ts';
import { ROUTES } from '#machines/routes.ts';
import { useUnsentForm } from '#src/forms/useUnsentForm.ts';
import { formatDate, formatMoment } from '#src/i18n/dates.ts';
import { DATA_PROMISES, PROMISES } from '#src/market/support.ts';
import { Careful } from '../../shared/careful.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { Focus } from '#src/ui/focus/Focus.tsx';
import { RadioGroup } from '#src/ui/form/RadioGroup.tsx';
import { error as errorIcon } from '#src/ui/icon/primaryIcons.ts';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { Timeline, type Step } from '#src/ui/timeline/Timeline.tsx';
import type { ScreenProps } from '../../props.ts';
import { ConfirmScreen } from '../../shared/confirmScreen.tsx';
import { text } from './strings.ts';

const ABOUT = 'cancellation';

/** Shows what is deleted, what is kept and until when, then asks for one reason and a confirmation. */
export default function CancellationForm({ state, send }: ScreenProps) {
  const { language, cancellation, problem } = state.context;
  const t = text(language);
  const at = (step: 'signInFirst' | 'barred' | 'requesting' | 'requested' | 'withdrawing' | 'confirming' | 'closing' | 'forgetting') =>
    state.matches({ places: { policies: { cancellationForm: step } } });

  if (cancellation.is === 'failed') {
    return (
      <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })}>
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      </Screen>
    );
  }
  if (cancellation.is === 'loading') {
    return (
      <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })} busy>
        <TextSkeleton language={language} />
      </Screen>
    );
  }
  const terms = cancellation.value;
  if (at('signInFirst')) return <SignInFirst state={state} send={send} terms={terms} />;
  if ((at('barred') || at('requesting')) && terms.bar)
    return <Barred state={state} send={send} terms={terms} bar={terms.bar} busy={at('requesting')} />;
  if (at('requested') || at('withdrawing')) return <Requested state={state} send={send} terms={terms} busy={at('withdrawing')} />;
  if (at('confirming') || at('closing') || at('forgetting'))
    return <Confirming state={state} send={send} terms={terms} busy={!at('confirming')} />;
  return <ReasonForm state={state} send={send} terms={terms} />;
}

function ReasonForm({ state, send, terms }: ScreenProps & { terms: CancellationTerms }) {
  const { language } = state.context;
  const t = text(language);
  const form = useReason({ state, send });
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <ProblemNote language={language} problem={form.note} />
          <Button kind="secondary" onPress={() => send({ type: 'cancellation.submitted', values: form.submit().values })}>
            {t('go')}
          </Button>
          <Button kind="quiet" onPress={() => send({ type: 'back.requested' })}>
            {t('keep')}
          </Button>
        </Actions>
      }
    >
      {form.isAtFields && <Focus on="reason" />}
      <Answer language={language} terms={terms} />
      <Kept language={language} amount={terms.kept} />
      <WhatHappens language={language} terms={terms} />
      <Reasons language={language} form={form} />
      <LogOutInstead language={language} />
    </Screen>
  );
}

/** The form for the reason. The phone stores the choice when the page is left. */
function useReason({ state, send }: Pick<ScreenProps, 'state' | 'send'>) {
  const t = text(state.context.language);
  return useUnsentForm({
    state,
    send,
    about: ABOUT,
    initial: { reason: '' },
    rules: { reason: (chosen) => (chosen === '' ? t('missing') : null) },
  });
}

function Reasons({ language, form }: { language: Language; form: ReturnType<typeof useReason> }) {
  const t = text(language);
  return (
    <RadioGroup
      {...form.choice('reason')}
      id="reason"
      language={language}
      label={t('reason')}
      error={form.error('reason')}
      choices={CANCELLATION_REASONS.map((id) => ({ id, label: t(id) }))}
    />
  );
}

function LogOutInstead({ language }: { language: Language }) {
  const t = text(language);
  return (
    <Card title={t('logOut')} spacing="snug">
      <p>{t('logOutText')}</p>
    </Card>
  );
}

const GONE = ['goneSignIn', 'goneForms', 'gonePhotos', 'goneAccount', 'goneMessages'] as const;

/** The money that the borrower paid above the debts and would leave with the lender. */
function Kept({ language, amount }: { language: Language; amount: Cents }) {
  if (amount <= 0) return null;
  const t = text(language);
  return (
    <Note tone="overdue" icon={errorIcon}>
      <p className="strong">{t('kept', { amount: formatKsh(amount) })}</p>
      <p>{t('keptText')}</p>
      <p>
        <a href={`#${ROUTES.addFeedback}`}>{t('writeToUs')}</a>
      </p>
    </Note>
  );
}

/** The answer of a clerk to an earlier request. */
function Answer({ language, terms: { answer } }: { language: Language; terms: CancellationTerms }) {
  if (!answer) return null;
  const t = text(language);
  return (
    <Card title={t('answered')} spacing="snug">
      <p>{answer.words}</p>
      <p className="muted">{formatMoment(language, answer.at)}</p>
    </Card>
  );
}

function WhatHappens({ language, terms }: { language: Language; terms: CancellationTerms }) {
  const t = text(language);
  return (
    <>
      <Card title={t('gone')} spacing="snug">
        {[...GONE, ...(terms.endsApplication ? (['goneApplication'] as const) : [])].map((line) => (
          <p key={line}>{t(line)}</p>
        ))}
      </Card>
      <Card title={t('stays')} spacing="snug">
        {terms.booksUntil && <p>{t('staysBooks', { until: formatDate(language, terms.booksUntil) })}</p>}
        {terms.reapplyOn && <p>{t('staysRejection', { until: formatDate(language, terms.reapplyOn) })}</p>}
        <p>{t('staysAnswers', { until: formatMoment(language, terms.answersUntil) })}</p>
        <p>{t('staysReason')}</p>
      </Card>
    </>
  );
}

/** The steps of the deletion, by date. */
function stepsOf(language: Language, { answersUntil, reapplyOn, booksUntil }: CancellationTerms): Step[] {
  const t = text(language);
  return [
    { title: t('gone'), note: t('goneAll'), when: 'now' },
    { title: t('copiesGone'), note: formatMoment(language, answersUntil), when: 'later' },
    ...(reapplyOn ? [{ title: t('mayApply'), note: formatDate(language, reapplyOn), when: 'later' } as const] : []),
    ...(booksUntil ? [{ title: t('booksGone'), note: formatDate(language, booksUntil), when: 'later' } as const] : []),
  ];
}

/** The confirmation. A closed account owes nothing: a debt forbids closing it. */
function Confirming({ state, send, terms, busy }: ScreenProps & { terms: CancellationTerms; busy: boolean }) {
  const { language, problem } = state.context;
  const t = text(language);
  return (
    <ConfirmScreen
      language={language}
      problem={problem}
      title={t('sure')}
      yes={t('yes')}
      busy={busy && t('closing')}
      keep={t('keep')}
      onYes={() => send({ type: 'cancellation.confirmed' })}
      onKeep={() => send({ type: 'cancellation.withdrawn' })}
      onBack={() => send({ type: 'back.requested' })}
    >
      <Kept language={language} amount={terms.kept} />
      <StatusCard label={t('owed')} kind="plain">
        <StatusCardPart>
          <StatusCardFigure label={t('owed')} note={t(terms.endsApplication ? 'goneApplication' : 'owedNote')}>
            <Money amount={0} />
          </StatusCardFigure>
        </StatusCardPart>
      </StatusCard>
      <Card title={t('ifClosed')}>
        <Timeline steps={stepsOf(language, terms)} />
      </Card>
      <p>{t('sureText')}</p>
    </ConfirmScreen>
  );
}

/** What becomes of a request to close the account later. */
function AskLater({ language }: { language: Language }) {
  const t = text(language);
  return (
    <Card title={t('ask')} spacing="snug">
      <p>{t('askText', { count: DATA_PROMISES.erasureDays })}</p>
    </Card>
  );
}

type BarredProps = ScreenProps & { terms: CancellationTerms; bar: CancellationBar; busy: boolean };

/** Why the account cannot be closed now, and the answer to an earlier request. */
function WhyNot({ language, terms, bar }: { language: Language; terms: CancellationTerms; bar: CancellationBar }) {
  const t = text(language);
  return (
    <>
      <Note tone="overdue" icon={errorIcon}>
        <p className="strong">{t('fail')}</p>
        <p>{t(bar, { count: PROMISES.reviewWorkingDays })}</p>
      </Note>
      <Answer language={language} terms={terms} />
    </>
  );
}

/** The borrower signed in too long ago to close the account. The way leads through Settings, where they sign out. */
function SignInFirst({ state, send, terms }: ScreenProps & { terms: CancellationTerms }) {
  const { language } = state.context;
  const t = text(language);
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          {terms.bar && <ButtonLink href={`#${ROUTES.home}`}>{t('toLoan')}</ButtonLink>}
          <ButtonLink kind={terms.bar ? 'quiet' : 'primary'} href={`#${ROUTES.settings}`}>
            {t('toSettings')}
          </ButtonLink>
        </Actions>
      }
    >
      {terms.bar ? <WhyNot language={language} terms={terms} bar={terms.bar} /> : <Answer language={language} terms={terms} />}
      <Note tone="brand">
        <p className="strong">{t(terms.bar ? 'signInToAsk' : 'signIn')}</p>
        <p>{t('signInText', { count: CLOSING_HOURS })}</p>
      </Note>
      {terms.bar && <AskLater language={language} />}
      <Kept language={language} amount={terms.kept} />
      {!terms.bar && <WhatHappens language={language} terms={terms} />}
    </Screen>
  );
}

/** The account cannot be closed now. The borrower can request that it is closed later. */
function Barred({ state, send, terms, bar, busy }: BarredProps) {
  const { language } = state.context;
  const t = text(language);
  const form = useReason({ state, send });
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <ProblemNote language={language} problem={form.note} />
          <ButtonLink href={`#${ROUTES.home}`}>{t('toLoan')}</ButtonLink>
          <Button
            kind="quiet"
            busy={busy && t('asking')}
            onPress={() => send({ type: 'cancellation.submitted', values: form.submit().values })}
          >
            {t('ask')}
          </Button>
        </Actions>
      }
    >
      {form.isAtFields && <Focus on="reason" />}
      <WhyNot language={language} terms={terms} bar={bar} />
      <AskLater language={language} />
      <Reasons language={language} form={form} />
      <LogOutInstead language={language} />
    </Screen>
  );
}

/** A request is open: what happens next, and the button that withdraws it. */
function Requested({ state, send, terms, busy }: Omit<BarredProps, 'bar'>) {
  const { language, problem } = state.context;
  const t = text(language);
  const asked = typeof terms.requestedAt === 'number' ? formatMoment(language, terms.requestedAt) : '';
  return (
    <Screen
      language={language}
      title={t('title')}
      art={<Careful />}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <ProblemNote language={language} problem={problem} />
          <ButtonLink href={`#${ROUTES.home}`}>{t('toLoan')}</ButtonLink>
          <Button kind="quiet" busy={busy && t('takingBack')} onPress={() => send({ type: 'cancellation.withdrawn' })}>
            {t('takeBack')}
          </Button>
        </Actions>
      }
    >
      <Note tone="brand">
        <p className="strong">{t('asked', { when: asked })}</p>
        <p>{t('askText', { count: DATA_PROMISES.erasureDays })}</p>
      </Note>
      {terms.bar && <WhyNot language={language} terms={terms} bar={terms.bar} />}
      <LogOutInstead language={language} />
    </Screen>
  );
}
