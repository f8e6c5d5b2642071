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
  /** The label of the running act; false before the act is confirmed. */
  busy: string | false;
  keep: string;
  onYes: () => void;
  onKeep: () => void;
  onBack: () => void;
  /** The button that is emphasised: `keep`, unless the act protects the borrower. */
  large?: 'keep' | 'yes';
  /** A drawing above a short text. */
  art?: ReactNode;
  /** What the borrower gives up, and the consequences. */
  children: ReactNode;
}

/** Asks for confirmation of an act that cannot be undone. */
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
