import { firstTermOf, termsFor, type LoanProduct } from '#machines/model/terms.ts';
import { formatApr, formatKsh } from '#machines/model/money.ts';
import { valueOf } from '#machines/model/loadable.ts';
import type { Language } from '#machines/context.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { Timeline, type Step } from '#src/ui/timeline/Timeline.tsx';
import { cx } from '#src/ui/cx.ts';
import type { ScreenProps } from '../../props.ts';
import { factsOf, promises } from '../../shared/facts.ts';
import styles from './landing.module.css';
import { landingText } from './strings.ts';

/** The lowest and highest APR of a first loan. They differ, because rounding to shillings matters more for a small loan. */
function aprsOf(product: LoanProduct): string {
  const { minPrincipal, firstLoanMax, principalStep } = product;
  const amounts = Array.from({ length: (firstLoanMax - minPrincipal) / principalStep + 1 }, (_, i) => minPrincipal + i * principalStep);
  const aprs = amounts.map((amount) => termsFor(product, amount, firstTermOf(product)).apr);
  const [least, most] = [Math.min(...aprs), Math.max(...aprs)];
  return least === most ? formatApr(least) : `${formatApr(least)}\u2013${formatApr(most)}`;
}

/** The ceiling of a first loan, as the large number of the page. */
export function UpTo({ state, product }: Pick<ScreenProps, 'state'> & { product: LoanProduct }) {
  const { language } = state.context;
  const t = landingText(language);
  const facts = factsOf(product);
  return (
    <StatusCard label={t('upTo')}>
      <StatusCardPart>
        <StatusCardFigure label={t('upTo')} note={t('first', facts)}>
          <Money amount={product.firstLoanMax} />
        </StatusCardFigure>
      </StatusCardPart>
      <StatusCardPart>
        <Lines>
          <Line label={t('least')}>{facts.min}</Line>
          <Line label={t('interest')}>{facts.interest}</Line>
          <Line label={t('apr')}>{aprsOf(product)}</Line>
        </Lines>
      </StatusCardPart>
    </StatusCard>
  );
}

/** An example of a loan with all its amounts. */
export function WorkedExample({ state, product }: Pick<ScreenProps, 'state'> & { product: LoanProduct }) {
  const { language } = state.context;
  const t = landingText(language);
  const terms = termsFor(product, product.firstLoanMax, firstTermOf(product));
  return (
    <>
      <Card title={t('example')}>
        <p className="muted">{t('exampleOf', factsOf(product))}</p>
        <Lines>
          <Line label={t('weSend')}>{formatKsh(terms.sent)}</Line>
          <Line label={t('payBack')}>{formatKsh(terms.owed)}</Line>
          <Line label={t('cost')}>{formatKsh(terms.totalCost)}</Line>
          <Line label={t('apr')}>{formatApr(terms.apr)}</Line>
        </Lines>
      </Card>
      <Note tone="assessing">{t('late', factsOf(product))}</Note>
    </>
  );
}

/**
 * The four steps of a loan with the borrower's current step. The marker follows the journey, and pulses only while a call
 * runs.
 */
export function FourSteps({ state, busy }: Pick<ScreenProps, 'state'> & { busy: boolean }) {
  const { language, session } = state.context;
  const t = landingText(language);
  // A borrower with a session has verified the number before.
  const current = session ? 2 : 1;
  const when = (step: number) => (step < current ? 'done' : step === current ? 'now' : 'later');
  return (
    <section className="stack" aria-label={t('steps')}>
      <h2>{t('steps')}</h2>
      <div className={cx(busy && styles.working)}>
        <Timeline steps={stepsOf(language, busy, when)} />
      </div>
    </section>
  );
}

const stepsOf = (language: Language, checking: boolean, when: (step: number) => Step['when']): readonly Step[] => {
  const t = landingText(language);
  return [
    { title: t('step1'), note: checking ? t('checking') : t('step1Note'), when: when(1) },
    { title: t('step2'), note: t('step2Note', promises), when: when(2) },
    { title: t('step3'), note: t('step3Note', { ...promises, count: promises.answerDays }), when: when(3) },
    { title: t('step4'), note: t('step4Note', promises), when: when(4) },
  ];
};

/** The four steps light up one after the other, then the journey continues. With reduced motion they are shown at once. */
export function Presentation({ state, send }: ScreenProps) {
  const { language } = state.context;
  const t = landingText(language);
  return (
    <Screen
      language={language}
      title={t('steps')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <Button onPress={() => send({ type: 'steps.skipped' })}>{t('skip')}</Button>
        </Actions>
      }
    >
      <p className="muted">{t('stepsIntro')}</p>
      <Card>
        <div className={styles.presented}>
          <Timeline steps={stepsOf(language, false, () => 'later')} />
        </div>
      </Card>
    </Screen>
  );
}

/** How many places are left, where the lender counts them. */
export function Vacancies({ state }: Pick<ScreenProps, 'state'>) {
  const { language } = state.context;
  const t = landingText(language);
  const vacancies = valueOf(state.context.vacancies);
  if (vacancies === null) return null;
  return <Note>{vacancies > 0 ? t('vacancies', { count: vacancies }) : t('noVacancies')}</Note>;
}
