import { APP_NAME } from '#src/market/app.ts';
import type { ScreenProps } from '../props.ts';
import { Article, type Section } from './article.tsx';
import { Contact } from './contact.tsx';

/** A page of ours: what it is about, its sections, and the way to a person. */
export const Document = ({
  state,
  send,
  title,
  intro,
  sections,
}: ScreenProps & { title: string; intro: (names: { app: string }) => string; sections: readonly Section[] }) => (
  <Article state={state} send={send} title={title} intro={intro({ app: APP_NAME })} sections={sections}>
    <Contact state={state} send={send} />
  </Article>
);
