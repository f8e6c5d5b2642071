import { Component, type ReactNode } from 'react';
import type { Language } from '#machines/context.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { appText } from './strings.ts';

interface CrashBoundaryProps {
  language: () => Language;
  children: ReactNode;
}

/**
 * Shown when a component or the chart throws. Drafts are on the phone and the order is at the lender, so a restart loses
 * nothing.
 */
export class CrashBoundary extends Component<CrashBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override componentDidCatch(error: Error): void {
    // React has caught the error, so the window gets no event for it.
    window.dispatchEvent(new ErrorEvent('error', { error }));
    document.getElementById('start')?.remove();
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    const language = this.props.language();
    const t = appText(language);
    return (
      <Screen language={language} title={t('broken')}>
        <ProblemNote language={language} problem={{ code: LOCAL.unknown, message: '' }} />
        <Button onPress={() => window.location.reload()}>{t('reload')}</Button>
      </Screen>
    );
  }
}
