import type { ReactNode } from 'react';
import type { Language } from '#machines/context.ts';
import { cx } from '../cx.ts';
import { navHeight } from '../frame/measureHeight.ts';
import { back as backIcon } from '../icon/primaryIcons.ts';
import { IconButton } from '../iconButton/IconButton.tsx';
import { uiText } from '../strings.ts';
import { TabBar, type Tab } from '../tabBar/TabBar.tsx';
import styles from './Screen.module.css';

export interface ScreenFrameProps {
  language: Language;
  /** The only h1. It can be focused by script, so that a screen reader begins a new screen at its title. */
  title: string;
  /** Shows the back arrow. Usually `() => send({ type: 'back.requested' })`. */
  onBack?: () => void;
  /** One of the three tabs. Given: a large title instead of the arrow, and the tab bar below. */
  tab?: Tab;
  /** Shown left of the title on a screen without an arrow. */
  mark?: ReactNode;
  /** Shown right of the title: "Saved", a help link. */
  aside?: ReactNode;
  /** The footer with the primary action, see {@link Actions}. */
  actions?: ReactNode;
  /** Distance between the parts. */
  spacing?: 'normal' | 'loose';
  /** A drawing above short content. */
  art?: ReactNode;
  /** Centres short content vertically. Not for a form, because its keyboard would move the content. */
  placed?: 'middle' | undefined;
  /** Whether the content is being loaded from the lender. */
  busy?: boolean;
  children: ReactNode;
}

/** The layout of every screen: title bar, content, and tab bar or actions. */
export function Screen({
  language,
  title,
  onBack,
  tab,
  mark,
  aside,
  actions,
  spacing = 'normal',
  art,
  placed,
  busy,
  children,
}: ScreenFrameProps) {
  return (
    <div className="screen">
      <header ref={onBack && navHeight} className={cx(styles.navbar, !onBack && styles.home, mark !== undefined && styles.marked)}>
        {mark}
        {onBack && <IconButton path={backIcon} label={uiText(language)('back')} onPress={onBack} />}
        <div className={styles.heading}>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {typeof aside === 'string' ? <p className={styles.aside}>{aside}</p> : aside}
        </div>
      </header>
      <main
        className={cx('screen__main stack', spacing === 'loose' && 'stack--loose', placed && styles.middle)}
        aria-busy={busy || undefined}
      >
        {art}
        {children}
      </main>
      {tab && <TabBar language={language} current={tab} />}
      {actions}
    </div>
  );
}
