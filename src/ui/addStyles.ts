/**
 * Adds styles that a later file brings, behind those of the page. The policy of the page forbids elements with styles, and
 * WebKit before 16.4 cannot construct a stylesheet. The build writes the calls (`scripts/build/lateStyles.ts`).
 */

const pageSheet = (): CSSStyleSheet => document.styleSheets[document.styleSheets.length - 1] as CSSStyleSheet;

/** Number of rules that the page itself has; null: none was added yet. */
let ofPage: number | null = null;

/** The rules that files have brought. */
export const addedRules = (): CSSRule[] => (ofPage === null ? [] : Array.from(pageSheet().cssRules).slice(ofPage));

/** @param css minified, without braces in texts. An engine ignores rules that it does not know, as in a stylesheet. */
export function addStyles(css: string): void {
  const sheet = pageSheet();
  ofPage ??= sheet.cssRules.length;
  let depth = 0;
  let from = 0;
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{') depth++;
    if (css[at] !== '}' || --depth > 0) continue;
    try {
      sheet.insertRule(css.slice(from, at + 1), sheet.cssRules.length);
    } catch {
      // Before Chromium 86, the rules of `:focus-visible`.
    }
    from = at + 1;
  }
}
