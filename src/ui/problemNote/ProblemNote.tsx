import type { ReactNode } from 'react';
import type { Language } from '#machines/context.ts';
import type { Problem } from '#machines/model/codes.ts';
import { problemText } from '#src/i18n/problems.ts';
import { error } from '../icon/paths.ts';
import { Note } from '../note/Note.tsx';
import styles from './ProblemNote.module.css';

/**
 * What went wrong last, announced when it appears. The region is always there; it is empty while all is well.
 * @param children the way on: a button, where the screen's own actions are not it.
 */
export const ProblemNote = ({ language, problem, children }: { language: Language; problem: Problem | null; children?: ReactNode }) => (
  <div className={styles.region} role="alert">
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
