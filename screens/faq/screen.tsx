import { Disclosure, DisclosureList } from '#src/ui/disclosure/Disclosure.tsx';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { factsOf } from '../shared/facts.ts';
import { text } from './strings.ts';

/** Every figure comes from the product on offer, so an answer cannot contradict the offer. */
export default function Faq({ state, send }: ScreenProps) {
  const { language, product } = state.context;
  const t = text(language);
  const facts = product ? factsOf(product) : null;
  const answers: { question: string; paragraphs: string[] }[] = [
    ...(facts
      ? [
          { question: t('howMuch'), paragraphs: [t('howMuchA', facts)] },
          { question: t('howLong'), paragraphs: [t('howLongA', facts)] },
          { question: t('cost'), paragraphs: [t('costA', facts), t('costExample', facts)] },
          { question: t('late'), paragraphs: [t('lateA', facts)] },
          { question: t('early'), paragraphs: [t('earlyA')] },
          { question: t('how'), paragraphs: [t('howA', facts)] },
          { question: t('cancel'), paragraphs: [t('cancelA', facts)] },
          { question: t('more'), paragraphs: [product?.rollover.enabled ? t('moreYes', facts) : t('moreNo')] },
        ]
      : []),
    { question: t('answer'), paragraphs: [t('answerA')] },
    { question: t('one'), paragraphs: [t('oneA')] },
    { question: t('rejected'), paragraphs: [t('rejectedA')] },
    { question: t('data'), paragraphs: [t('dataA')] },
  ];
  return (
    <Article state={state} send={send} title={t('title')}>
      <DisclosureList>
        {answers.map(({ question, paragraphs }) => (
          <Disclosure key={question} question={question}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Disclosure>
        ))}
      </DisclosureList>
      <Contact state={state} send={send} />
    </Article>
  );
}
