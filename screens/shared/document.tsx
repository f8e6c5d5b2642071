import type { ReactNode } from 'react';
import { APP_NAME } from '#src/market/app.ts';
import type { ScreenProps } from '../props.ts';
import { Article, type Section } from './article.tsx';
import { CompanyCard } from './company.tsx';
import { Contact } from './contact.tsx';

/** An information page: its subject, its sections, the company, and the support. @param isPolicy see {@link CompanyCard}. */
export const Document = ({
  state,
  send,
  title,
  intro,
  lead,
  sections,
  isPolicy = false,
}: ScreenProps & {
  title: string;
  lead?: ReactNode;
  intro: (names: { app: string }) => string;
  sections: readonly Section[];
  isPolicy?: boolean;
}) => (
  <Article state={state} send={send} title={title} intro={intro({ app: APP_NAME })} lead={lead} sections={sections}>
    <CompanyCard state={state} isPolicy={isPolicy} />
    <Contact state={state} send={send} />
  </Article>
);
