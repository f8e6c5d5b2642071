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
  /** What must be known before the rest is read. */
  lead?: ReactNode;
  placed?: 'middle' | undefined;
  sections?: readonly Section[];
  actions?: ReactNode;
  children?: ReactNode;
}

/** A page that is there to be read: an introduction and titled sections, then whatever leads on. */
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
