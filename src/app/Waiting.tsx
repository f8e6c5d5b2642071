import type { Language } from '#machines/context.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { SlipSkeleton, TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { appText } from './strings.ts';

const TABS: Partial<Record<RoutePath, 'home' | 'records' | 'me'>> = {
  [ROUTES.home]: 'home',
  [ROUTES.records]: 'records',
  [ROUTES.me]: 'me',
};

interface WaitingProps {
  language: Language;
  path: RoutePath;
}

/** A screen that takes longer than a blink to come. */
export const Waiting = ({ language, path }: WaitingProps) => (
  <Screen language={language} title={appText(language)('loading')} tab={TABS[path]} busy>
    {path === ROUTES.home ? <SlipSkeleton language={language} /> : <TextSkeleton language={language} />}
  </Screen>
);

/** A screen that did not come: the phone lost its connection, or the app was replaced by a newer one. */
export const NotLoaded = ({ language, path, onRetry }: WaitingProps & { onRetry: () => void }) => (
  <Screen language={language} title={appText(language)('notLoaded')} tab={TABS[path]}>
    <ProblemNote language={language} problem={{ code: LOCAL.networkFailed, message: '' }} />
    <Button onPress={onRetry}>{appText(language)('tryAgain')}</Button>
  </Screen>
);
