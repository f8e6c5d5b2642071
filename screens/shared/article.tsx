import type { ReactNode } from 'react';
import { Card } from '#src/ui/card/Card.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../props.ts';

export interface Section {
  title: string;
  text: readonly string[];
}

export interface ArticleProps extends ScreenProps {
  title: string;
  intro?: string;
  /** Content that the borrower must see before the rest. */
  lead?: ReactNode;
  placed?: 'middle' | undefined;
  sections?: readonly Section[];
  actions?: ReactNode;
  children?: ReactNode;
}

/** A page of text: an introduction, titled sections, and then buttons. */
export function Article({ state, send, title, intro, lead, placed, sections = [], actions, children }: ArticleProps) {
  return (
    <Screen
      language={state.context.language}
      title={title}
      onBack={() => send({ type: 'back.requested' })}
      actions={actions}
      placed={placed}
    >
      {intro && <p className="muted">{intro}</p>}
      {lead}
      {sections.map((section) => (
        <Card key={section.title} title={section.title} spacing="snug">
          {section.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Card>
      ))}
      {children}
    </Screen>
  );
}
