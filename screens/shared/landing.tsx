import type { ReactNode } from 'react';
import { termsFor, type LoanProduct } from '#machines/model/terms.ts';
import { formatKsh, formatRate } from '#machines/model/money.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card, CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { Slip, SlipFigure, SlipPart } from '#src/ui/slip/Slip.tsx';
import type { ScreenProps } from '../props.ts';
import { factsOf } from './facts.ts';
import { landingText } from './landingStrings.ts';

/** The frame of the promotion pages: no countdown, no vacancies, nothing that is not so. */
export function Landing({ state, send, title, action, children }: ScreenProps & { title: string; action: string; children: ReactNode }) {
  const { language } = state.context;
  return (
    <Screen
      language={language}
      title={title}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <Button onPress={() => send({ type: 'application.opened' })}>{action}</Button>
        </Actions>
      }
    >
      {children}
      <p className="small muted center">{landingText(language)('noPromise')}</p>
    </Screen>
  );
}

/** The ceiling of a first loan as the one number. */
export function UpTo({ state, product }: Pick<ScreenProps, 'state'> & { product: LoanProduct }) {
  const { language } = state.context;
  const t = landingText(language);
  const facts = factsOf(product);
  return (
    <Slip label={t('upTo')}>
      <SlipPart>
        <SlipFigure label={t('upTo')} note={t('first', facts)}>
          <Money amount={product.firstLoanMax} />
        </SlipFigure>
      </SlipPart>
      <SlipPart>
        <Lines>
          <Line label={t('least')}>{facts.min}</Line>
          <Line label={t('interest')}>{facts.interest}</Line>
          <Line label={t('apr')}>{facts.apr}</Line>
        </Lines>
      </SlipPart>
    </Slip>
  );
}

/** One loan worked out to the shilling. */
export function WorkedExample({ state, product }: Pick<ScreenProps, 'state'> & { product: LoanProduct }) {
  const { language } = state.context;
  const t = landingText(language);
  const terms = termsFor(product, product.firstLoanMax, product.termDays[0] ?? 0);
  return (
    <>
      <Card title={t('example')}>
        <p className="muted">{t('exampleOf', factsOf(product))}</p>
        <Lines>
          <Line label={t('weSend')}>{formatKsh(terms.sent)}</Line>
          <Line label={t('payBack')}>{formatKsh(terms.owed)}</Line>
          <Line label={t('cost')}>{formatKsh(terms.totalCost)}</Line>
          <Line label={t('apr')}>{formatRate(terms.apr)}</Line>
        </Lines>
      </Card>
      <Note tone="assessing">{t('late', factsOf(product))}</Note>
    </>
  );
}

/** The steps as they really are. */
export function FourSteps({ state }: Pick<ScreenProps, 'state'>) {
  const t = landingText(state.context.language);
  return (
    <section className="stack" aria-label={t('steps')}>
      <h2>{t('steps')}</h2>
      <CardList ordered="ordered">
        <RowItem figure="1" title={t('step1')} note={t('step1Note')} />
        <RowItem figure="2" title={t('step2')} note={t('step2Note')} />
        <RowItem figure="3" title={t('step3')} note={t('step3Note')} />
        <RowItem figure="4" title={t('step4')} note={t('step4Note')} />
      </CardList>
    </section>
  );
}
