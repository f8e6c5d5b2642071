import type { Language } from '#machines/context.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton, TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { appText } from './strings.ts';

const TABS: Partial<Record<RoutePath, 'home' | 'records' | 'me'>> = {
  [ROUTES.home]: 'home',
  [ROUTES.records]: 'records',
  [ROUTES.me]: 'me',
};

interface WaitingProps {
  language: Language;
  path: RoutePath;
  onBack: () => void;
}

/** A route with a tab bar keeps it, and any other has the back arrow, so that the borrower can leave a page that is loading. */
const exitProps = ({ path, onBack }: WaitingProps) => (TABS[path] ? { tab: TABS[path] } : { onBack });

/** Shown while a screen is loading for longer than a moment. */
export const Waiting = (props: WaitingProps) => (
  <Screen language={props.language} title={appText(props.language)('loading')} {...exitProps(props)} busy>
    {props.path === ROUTES.home ? <StatusCardSkeleton language={props.language} /> : <TextSkeleton language={props.language} />}
  </Screen>
);

/** Shown when a screen's file could not be fetched: the phone is offline, or a newer build has replaced this one. */
export const NotLoaded = ({ onRetry, ...props }: WaitingProps & { onRetry: () => void }) => (
  <Screen language={props.language} title={appText(props.language)('notLoaded')} {...exitProps(props)}>
    <ProblemNote language={props.language} problem={{ code: LOCAL.networkFailed, message: '' }} />
    <Button onPress={onRetry}>{appText(props.language)('tryAgain')}</Button>
  </Screen>
);
