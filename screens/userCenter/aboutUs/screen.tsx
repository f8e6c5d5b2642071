import { homeOf } from '#machines/required.ts';
import { Brand } from '#src/ui/brand/Brand.tsx';
import type { ScreenProps } from '../../props.ts';
import { Document } from '../../shared/document.tsx';
import { termsOf } from '../../shared/productTerms.ts';
import { text } from './strings.ts';

export default function AboutUs({ state, send }: ScreenProps) {
  const { language } = state.context;
  const t = text(language);
  const terms = termsOf(language, homeOf(state.context).product);
  return (
    <Document
      state={state}
      send={send}
      title={t('title')}
      lead={<Brand app={state.context.app} />}
      intro={(names) => t('intro', names)}
      sections={[
        { title: t('lend'), text: [terms.amount, ...terms.days, terms.cost, terms.cap] },
        { title: t('how'), text: [terms.draw, t('privacy')] },
      ]}
    />
  );
}
