import type { Language } from '#machines/context.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { Button } from '../button/Button.tsx';
import { ProblemNote } from '../problemNote/ProblemNote.tsx';
import { uiText } from '../strings.ts';
import { Offline } from '../art/offline.tsx';

interface LoadErrorProps {
  language: Language;
  /** Names the missing content, as a sentence. */
  title: string;
  problem: Problem | null;
  onRetry: () => void;
}

const UNREACHED: readonly number[] = [LOCAL.offline, LOCAL.offlineAsking, LOCAL.networkFailed, LOCAL.timedOut];

/** Replaces content that could not be loaded by its name, the reason, and a button to retry. */
export const LoadError = ({ language, title, problem, onRetry }: LoadErrorProps) => (
  <>
    {problem && UNREACHED.includes(problem.code) && <Offline />}
    <h2>{title}</h2>
    <ProblemNote language={language} problem={problem} />
    <Button kind="secondary" onPress={onRetry}>
      {uiText(language)('tryAgain')}
    </Button>
  </>
);
