import type { ReactNode, Ref } from 'react';
import type { Language } from '#machines/context.ts';
import type { Problem } from '#machines/model/codes.ts';
import { problemText } from '#src/i18n/problems.ts';
import { error } from '../icon/primaryIcons.ts';
import { Note } from '../note/Note.tsx';
import styles from './ProblemNote.module.css';

interface ProblemNoteProps {
  language: Language;
  problem: Problem | null;
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

/**
 * The last problem, announced when it appears. The live region is always present and empty without a problem.
 * @param ref for a screen that moves the focus to the note.
 * @param children a button to continue, if the actions of the screen do not.
 */
export const ProblemNote = ({ language, problem, ref, children }: ProblemNoteProps) => (
  <div className={styles.region} role="alert" ref={ref} tabIndex={ref ? -1 : undefined}>
    {problem && (
      <Note tone="overdue" icon={error}>
        <div className="stack stack--snug">
          <p>{problemText(language, problem)}</p>
          {children}
        </div>
      </Note>
    )}
  </div>
);
