/** The bar of a phone that is offline. It names the time of reading only for data that was read at that time. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { example } from '#screens/example.ts';
import { amina } from '#screens/samples.ts';
import { examples as home } from '#screens/tabs/home/examples.ts';
import { examples as records } from '#screens/tabs/records/examples.ts';
import { Frame } from '#src/ui/frame/Frame.tsx';

const barOf = (state: JourneySnapshot): string =>
  renderToStaticMarkup(
    <Frame state={state} send={() => {}} place="">
      {null}
    </Frame>,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

it('home, offline: says when the order was read', () => {
  expect(barOf(home.offline)).toMatch(/^Offline\. What you see is from \w{3} \d+ \w{3}, \d\d:\d\d\.$/);
});

it('records, offline: name no time, because the list was read at another time', () => {
  expect(barOf(records.offline)).toBe('You are offline.');
});

it('form, offline: says that the answers are safe', () => {
  const form = example({ places: { apply: 'personalInfo' } }, { ...amina, online: false });
  expect(barOf(form)).toBe('Offline. Your answers are safe on this phone.');
});

it('home, online: says nothing', () => {
  expect(barOf(home.visitor)).toBe('');
});
