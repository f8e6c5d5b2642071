import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { CSSModulesOptions } from 'vite';

/**
 * The name of a class in the page: after its file. Vite's own names also depend on the text of the file, so that a comment in a
 * stylesheet would change the page of the start and its compressed size.
 */
export function scopedName(root: string, name: string, file: string): string {
  const path = relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/');
  return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 5)}`;
}

export const moduleClassNames = (root: string): CSSModulesOptions => ({
  generateScopedName: (name, file) => scopedName(root, name, file),
});
