import { homeOf } from '#machines/required.ts';
import type { ScreenProps } from '../../props.ts';
import { Document } from '../../shared/document.tsx';
import { promisesIn, termsOf } from '../../shared/productTerms.ts';
import { text } from './strings.ts';

export default function TermsOfService({ state, send }: ScreenProps) {
  const { language, order } = state.context;
  const t = text(language);
  const terms = termsOf(language, homeOf(state.context).product);
  return (
    <Document
      isPolicy
      state={state}
      send={send}
      title={t('title')}
      intro={(names) => t('intro', names)}
      sections={[
        { title: t('who'), text: [promisesIn(language, order).adults, t('whoOne')] },
        { title: t('loan'), text: [terms.amount, ...terms.growth, ...terms.days, terms.cost, terms.cap, terms.draw, terms.decline] },
        { title: t('pay'), text: [terms.pay, terms.early, terms.reminders, terms.late] },
        { title: t('more'), text: [terms.more] },
        { title: t('safe'), text: [t('safeText')] },
        { title: t('decide'), text: [t('decideText'), promisesIn(language, order).rejected] },
        { title: t('ends'), text: [t('endsText')] },
      ]}
    />
  );
}
