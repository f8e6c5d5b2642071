import type { ReactNode } from 'react';
import type { Language } from '#machines/context.ts';
import type { Problem } from '#machines/model/codes.ts';
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
  /** The button that most should press: the one that keeps, unless the act protects its borrower. */
  large?: 'keep' | 'yes';
  /** A drawing above a short text. */
  art?: ReactNode;
  /** What is given up, and what happens then. */
  children: ReactNode;
}

/** Asks once more before something that cannot be undone. */
export function ConfirmScreen({ large = 'keep', art, ...props }: ConfirmScreenProps) {
  const { language, problem, title, yes, busy, keep, onYes, onKeep, onBack, children } = props;
  const doing = (
    <Button key="yes" kind={large === 'yes' ? 'primary' : 'quiet'} busy={busy} onPress={onYes}>
      {yes}
    </Button>
  );
  const keeping = (
    <Button key="keep" kind={large === 'keep' ? 'primary' : 'quiet'} onPress={onKeep}>
      {keep}
    </Button>
  );
  return (
    <Screen
      language={language}
      title={title}
      art={art}
      placed={art ? 'middle' : undefined}
      onBack={onBack}
      actions={
        <Actions>
          <ProblemNote language={language} problem={problem} />
          {large === 'keep' ? [keeping, doing] : [doing, keeping]}
        </Actions>
      }
    >
      {children}
    </Screen>
  );
}
