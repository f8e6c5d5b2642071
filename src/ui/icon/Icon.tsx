import { cx } from '../cx.ts';

/**
 * A drawing beside words; it never carries a meaning alone, so readers of the page do not hear it.
 * @param path one of `paths.ts`.
 */
export const Icon = ({ path, size }: { path: string; size?: 's' | 'xs' }) => (
  <svg className={cx('icon', size && `icon--${size}`)} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
