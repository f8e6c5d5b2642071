// @ts-check
/** Finds styles that Chromium 80 does not support and that the build does not rewrite. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from '../lib/filesBelow.mjs';

/** @type {readonly (readonly [pattern: RegExp, what: string])[]} */
const TOO_NEW = [
  [/@layer\b/, '@layer (Chromium 99)'],
  [/@container\b/, '@container (Chromium 105)'],
  [/@property\b/, '@property (Chromium 85)'],
  [/:(is|where)\(/, ':is() and :where() (Chromium 88)'],
  [/:has\(/, ':has() (Chromium 105)'],
  // As the only selector it may be unknown, because the rule for :focus applies instead. In a list it invalidates the whole rule.
  [/,[^{},]*:focus-visible|:focus-visible[^{}]*,/, ':focus-visible in a list of selectors (Chromium 86)'],
  [/:user-(valid|invalid)\b/, ':user-valid and :user-invalid (Chromium 119)'],
  [/(^|[\s;{])inset(-\w+)?\s*:/m, 'inset (Chromium 87)'],
  [/(^|[\s;{])aspect-ratio\s*:/m, 'aspect-ratio (Chromium 88)'],
  [/(^|[\s;{])accent-color\s*:/m, 'accent-color (Chromium 93)'],
  [/(^|[\s;{])content-visibility\s*:/m, 'content-visibility (Chromium 85)'],
  [/\d(d|s|l)v(h|w|min|max|b|i)\b/, 'dynamic viewport units (Chromium 108)'],
  [/color-mix\(/, 'color-mix() (Chromium 111)'],
  [/\b(oklch|oklab|lch|lab|hwb)\(/, 'new colour spaces (Chromium 111)'],
  [/:popover-open\b/, 'popover (Chromium 114)'],
  [/overflow(-[xy])?\s*:\s*clip/, 'overflow: clip (Chromium 90)'],
];

/** Removes `@supports` blocks, because their declarations have a fallback. */
const withoutGuarded = (/** @type {string} */ css) => css.replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
const withoutComments = (/** @type {string} */ css) => css.replace(/\/\*[\s\S]*?\*\//g, '');

/**
 * Features of a style sheet that Chromium 80 does not support.
 * @param {string} css
 * @returns {string[]}
 */
export function tooNewIn(css) {
  const plain = withoutGuarded(withoutComments(css));
  const found = TOO_NEW.filter(([pattern]) => pattern.test(plain)).map(([, what]) => what);
  // Grid has `gap` since Chromium 66, flex only since 84. A rule with `display: flex` and `gap` is reported.
  const rules = plain.match(/\{[^{}]*\}/g) ?? [];
  const flexGap = rules.some((rule) => /display\s*:\s*(inline-)?flex/.test(rule) && /[\s;{](row-|column-)?gap\s*:/.test(rule));
  const nested = /\{[^{}]*[;{\s]&[^{}]*\{/.test(plain);
  return [...found, ...(flexGap ? ['gap in flex (Chromium 84)'] : []), ...(nested ? ['nesting (Chromium 112)'] : [])];
}

/**
 * All complaints about the styles of the repository.
 * @param {string} root
 * @returns {string[]}
 */
export function cssComplaints(root) {
  return ['screens', 'src']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .concat(join(root, 'index.html'))
    .filter((path) => /\.(css|html)$/.test(path))
    .flatMap((path) => tooNewIn(textOf(path)).map((what) => `${relative(root, path)}: ${what}`));
}

/** @param {string} path */
function textOf(path) {
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.html') ? [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n') : text;
}
