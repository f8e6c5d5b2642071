import type { Language } from '#machines/context.ts';
import { Icon } from '../icon/Icon.tsx';
import { check } from '../icon/primaryIcons.ts';
import styles from './SavedMark.module.css';
import { formText } from './strings.ts';

/**
 * Shows that the typed text is saved on this phone. The live region is always present, so that a change is announced.
 */
export const SavedMark = ({ language, saved }: { language: Language; saved: boolean }) => (
  <p className={styles.saved} role="status">
    {saved && (
      <>
        <Icon path={check} size="xs" />
        {formText(language)('saved')}
      </>
    )}
  </p>
);
