import type { ReactNode } from 'react';
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
  lead,
  sections,
}: ScreenProps & { title: string; lead?: ReactNode; intro: (names: { app: string }) => string; sections: readonly Section[] }) => (
  <Article state={state} send={send} title={title} intro={intro({ app: APP_NAME })} lead={lead} sections={sections}>
    <Contact state={state} send={send} />
  </Article>
);
