import { cx } from '../cx.ts';

/**
 * An icon beside a text. It never carries a meaning alone, so screen readers skip it.
 * @param path one of `primaryIcons.ts` or `secondaryIcons.ts`.
 */
export const Icon = ({ path, size }: { path: string; size?: 's' | 'xs' }) => (
  <svg className={cx('icon', size && `icon--${size}`)} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
