import { describe, expect, it } from 'vitest';
import { tooNewIn } from '../../scripts/lint/cssFloor.mjs';

describe('style that Chromium 80 does not support', () => {
  it.each([
    ['.a { inset: 0; }', 'inset'],
    ['.a{inset-inline:0}', 'inset'],
    ['.a { aspect-ratio: 1; }', 'aspect-ratio'],
    ['.a { height: 100dvh; }', 'viewport'],
    ['.a:is(.b, .c) { color: red; }', ':is()'],
    ['.a:has(.b) { color: red; }', ':has()'],
    ['.a:focus, .a:focus-visible { outline: 0; }', ':focus-visible'],
    ['@layer base { .a { color: red; } }', '@layer'],
    ['.a { color: color-mix(in srgb, red, blue); }', 'color-mix'],
    ['.a { display: flex; gap: 8px; }', 'gap in flex'],
    ['@media print { .a { display: inline-flex; margin: 0; column-gap: 8px } }', 'gap in flex'],
    ['.a { color: red; &:hover { color: blue; } }', 'nesting'],
  ])('style %s: is reported', (css, what) => expect(tooNewIn(css).join()).toContain(what));
});

describe('style that Chromium 80 supports', () => {
  it.each([
    '.a:focus { outline: 0; } .a:focus-visible { outline: 0; }',
    '.a { display: grid; gap: 8px; }',
    '.a { position: absolute; top: 0; right: 0; bottom: 0; left: 0; }',
    '.a { box-shadow: inset 0 1px 2px black; }',
    '/* :has() would be shorter */ .a { color: red; }',
    '.a { height: 100vh; } @supports (height: 100dvh) { .a { height: 100dvh; } }',
  ])('style %s: is accepted', (css) => expect(tooNewIn(css)).toEqual([]));
});
