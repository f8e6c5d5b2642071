import type { Language } from '#machines/context.ts';
import { ROUTES } from '#machines/routes.ts';
import { footHeight } from '../frame/measureHeight.ts';
import { Icon } from '../icon/Icon.tsx';
import { home, me, records } from '../icon/primaryIcons.ts';
import { uiText } from '../strings.ts';
import styles from './TabBar.module.css';

const TABS = [
  { tab: 'home', path: home },
  { tab: 'records', path: records },
  { tab: 'me', path: me },
] as const;

export type Tab = (typeof TABS)[number]['tab'];

/** Plain links. A changed hash is a request to the chart, which decides. */
export function TabBar({ language, current }: { language: Language; current: Tab }) {
  const t = uiText(language);
  return (
    <nav ref={footHeight} className={styles.tabbar} aria-label={t('main')}>
      <div className={styles.list}>
        {TABS.map(({ tab, path }) => (
          <a key={tab} className={styles.tab} href={`#${ROUTES[tab]}`} aria-current={tab === current ? 'page' : undefined}>
            <Icon path={path} />
            {t(tab)}
          </a>
        ))}
      </div>
    </nav>
  );
}
