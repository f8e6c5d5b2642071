import { describe, expect, it } from 'vitest';
import { stylesFor } from '../../scripts/build/stylesFor.ts';

const HTML = '<div class="card wide"><h2>Loan</h2><button class="btn">Apply</button></div>';

describe('styles that a page needs before its stylesheet arrives', () => {
  it.each([
    ['class that it has', '.card{color:red}', '.card{color:red}'],
    ['class that it has not', '.sheet{color:red}', ''],
    ['one of two selectors', '.card,.sheet{color:red}', '.card{color:red}'],
    ['two classes, one of them missing', '.card.sheet{color:red}.card .btn{color:red}', '.card .btn{color:red}'],
    ['element that it has not', 'input{color:red}h2{color:red}', 'h2{color:red}'],
    [
      'state of an element',
      '.btn:active{color:red}.btn[aria-busy=true]:after{content:""}',
      '.btn:active{color:red}.btn[aria-busy=true]:after{content:""}',
    ],
    ['rule for what is not there', '.card:not(.sheet){color:red}', '.card:not(.sheet){color:red}'],
    ['within a condition', '@media (max-height:440px){.card{color:red}.sheet{color:red}}', '@media (max-height:440px){.card{color:red}}'],
    ['condition with nothing', '@media print{.sheet{color:red}}', ''],
    [
      'animation that is used, and one that is not',
      '@keyframes a{to{opacity:0}}@keyframes b{to{opacity:0}}.card{animation:1s a}',
      '@keyframes a{to{opacity:0}}.card{animation:1s a}',
    ],
    [
      'custom property that only an unused one names',
      ':root{--a:var(--b);--b:red;--c:red}.card{color:var(--c)}',
      ':root{--c:red}.card{color:var(--c)}',
    ],
  ])('styles that a page needs before its stylesheet arrives: %s', (_, css, kept) => {
    expect(stylesFor(HTML, css)).toBe(kept);
  });
});
