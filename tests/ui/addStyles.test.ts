/** Styles that a later file brings. In a browser they are seen by the tests of the screens. */
import { afterEach, expect, it, vi } from 'vitest';
import { addStyles } from '#src/ui/addStyles.ts';

afterEach(() => vi.unstubAllGlobals());

it('styles of a later file: each rule stands behind those of the page, and one that the engine does not know is left out', () => {
  const cssRules = ['.of-the-page{}'];
  const insertRule = (rule: string, at: number): void => {
    if (rule.includes(':unknown')) throw new SyntaxError('Failed to parse the rule');
    cssRules.splice(at, 0, rule);
  };
  vi.stubGlobal('document', { styleSheets: [{}, { cssRules, insertRule }] });
  addStyles('.a{margin:0}.b:unknown{margin:1px}@media (max-width:20em){.a{margin:2px}.c{margin:3px}}@keyframes turn{to{rotate:1turn}}');
  expect(cssRules).toEqual([
    '.of-the-page{}',
    '.a{margin:0}',
    '@media (max-width:20em){.a{margin:2px}.c{margin:3px}}',
    '@keyframes turn{to{rotate:1turn}}',
  ]);
});
