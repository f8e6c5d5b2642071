import type { ReactNode } from 'react';
import type { Language } from '#machines/context.ts';
import type { Problem } from '#machines/model/codes.ts';
import { Careful } from './careful.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';

interface ConfirmScreenProps {
  language: Language;
  problem: Problem | null;
  title: string;
  yes: string;
  /** What is being done; false before it is confirmed. */
  busy: string | false;
  keep: string;
  onYes: () => void;
  onKeep: () => void;
  onBack: () => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks once more before something that cannot be undone. */
export const ConfirmScreen = ({ language, problem, title, yes, busy, keep, onYes, onKeep, onBack, children }: ConfirmScreenProps) => (
  <Screen
    language={language}
    title={title}
    art={<Careful />}
    placed="middle"
    onBack={onBack}
    actions={
      <Actions>
        <Button busy={busy} onPress={onYes}>
          {yes}
        </Button>
        <Button kind="quiet" onPress={onKeep}>
          {keep}
        </Button>
      </Actions>
    }
  >
    <ProblemNote language={language} problem={problem} />
    {children}
  </Screen>
);
