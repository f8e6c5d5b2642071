import { homeOf } from '#machines/required.ts';
import { Disclosure, DisclosureList } from '#src/ui/disclosure/Disclosure.tsx';
import type { ScreenProps } from '../../props.ts';
import { Article } from '../../shared/article.tsx';
import { Contact } from '../../shared/contact.tsx';
import { promisesIn, termsOf } from '../../shared/productTerms.ts';
import { text } from './strings.ts';

/** Figures come from the product on offer, and its flags choose the answers, so that no answer contradicts the offer. */
export default function Faq({ state, send }: ScreenProps) {
  const { language, order } = state.context;
  const t = text(language);
  const terms = termsOf(language, homeOf(state.context).product);
  const promises = promisesIn(language, order);
  const answers: { question: string; paragraphs: readonly string[] }[] = [
    { question: t('howMuch'), paragraphs: [terms.amount, ...terms.growth] },
    { question: t('howLong'), paragraphs: terms.days },
    { question: t('cost'), paragraphs: [terms.cost, terms.example, terms.cap] },
    { question: t('late'), paragraphs: [terms.late, terms.reminders] },
    { question: t('early'), paragraphs: [terms.early] },
    { question: t('how'), paragraphs: [terms.pay] },
    { question: t('cancel'), paragraphs: [terms.decline, terms.draw] },
    { question: t('more'), paragraphs: [terms.more] },
    { question: t('answer'), paragraphs: [promises.answer] },
    { question: t('one'), paragraphs: [t('oneA')] },
    { question: t('rejected'), paragraphs: [promises.rejected] },
    { question: t('data'), paragraphs: [promises.data] },
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
