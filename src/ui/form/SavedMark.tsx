import type { Language } from '#machines/context.ts';
import { Icon } from '../icon/Icon.tsx';
import { check } from '../icon/primaryIcons.ts';
import styles from './SavedMark.module.css';
import { formText } from './strings.ts';

/** Says that what was typed is kept on this phone. The place stays, so that its coming is announced. */
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
