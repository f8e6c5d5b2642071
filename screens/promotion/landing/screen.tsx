import type { ReactNode } from 'react';
import type { LoanProduct } from '#machines/model/terms.ts';
import { homeOf } from '#machines/required.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Brand } from '#src/ui/brand/Brand.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { MobileForm } from '../../shared/mobileForm.tsx';
import { FourSteps, Presentation, UpTo, Vacancies, WorkedExample } from './landingParts.tsx';
import { landingText } from './strings.ts';

const FORM = 'promotion-form';

type Text = Parameters<ReturnType<typeof landingText>>[0];

interface Page {
  title: Text;
  /** Label of the button that submits the number. */
  action: Text;
  /** The content above the number. */
  lead: (state: ScreenProps['state'], product: LoanProduct) => ReactNode;
  hasSteps?: boolean;
  hasVacancies?: boolean;
}

/** The promotion pages of the specification. Every figure on them is computed. */
const PAGES = {
  yx1: { title: 'forYou', action: 'apply', lead: (state, product) => <UpTo state={state} product={product} />, hasSteps: true },
  yx2: { title: 'forYou', action: 'glanceLink', lead: (state, product) => <UpTo state={state} product={product} /> },
  yx2ConfirmBorrow: { title: 'glance', action: 'apply', lead: (state, product) => <WorkedExample state={state} product={product} /> },
  yx3: {
    title: 'withNumber',
    action: 'applyNumber',
    lead: (state, product) => <UpTo state={state} product={product} />,
    hasSteps: true,
    hasVacancies: true,
  },
} satisfies Record<string, Page>;

const pageOf = (state: ScreenProps['state']): Page => {
  for (const name of ['yx2', 'yx2ConfirmBorrow', 'yx3'] as const) if (state.matches({ places: { promotion: name } })) return PAGES[name];
  return PAGES.yx1;
};

/** Whether the number is being looked up. */
const isChecking = (state: ScreenProps['state']): boolean =>
  state.matches({ places: { promotion: { yx1: 'checking' } } }) ||
  state.matches({ places: { promotion: { yx2ConfirmBorrow: 'checking' } } }) ||
  state.matches({ places: { promotion: { yx3: 'checking' } } });

/** A page of a promotion. Only a visitor is asked for the number. */
export default function Landing({ state, send }: ScreenProps) {
  const { language, session, problem } = state.context;
  const t = landingText(language);
  const { title, action, lead, hasSteps, hasVacancies } = pageOf(state);
  const isVisitor = session === null;
  if (state.matches({ places: { promotion: { yx3: 'presenting' } } })) return <Presentation state={state} send={send} />;
  const busy = isChecking(state);
  return (
    <Screen
      language={language}
      title={t(title)}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          {isVisitor ? (
            <Button type="submit" form={FORM} busy={busy && t('checking')}>
              {t(action)}
            </Button>
          ) : (
            <Button onPress={() => send({ type: 'application.opened' })}>{t('apply')}</Button>
          )}
        </Actions>
      }
    >
      <Brand app={state.context.app} />
      {lead(state, homeOf(state.context).product)}
      {hasVacancies && <Vacancies state={state} />}
      {isVisitor ? (
        <MobileForm state={state} send={send} id={FORM} onSubmit={(mobile) => send({ type: 'mobile.submitted', mobile })} />
      ) : (
        <ProblemNote language={language} problem={problem} />
      )}
      {hasSteps && <FourSteps state={state} busy={busy} />}
      <p className="small muted center">{t('noPromise')}</p>
    </Screen>
  );
}
