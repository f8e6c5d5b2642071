/** What home says where a mistake would cost money or worry. */
import { describe, expect, it } from 'vitest';
import Home from '#screens/home/screen.tsx';
import { examples } from '#screens/home/examples.ts';
import { wordsOf } from './drawn.tsx';

describe('When an application was not approved', () => {
  it('there is a way to apply again from the day it is allowed, not before', () => {
    expect(wordsOf(Home, examples.rejected)).not.toMatch(/ Apply /);
    expect(wordsOf(Home, examples.rejectedLongAgo)).toMatch(/ Apply /);
  });
});
