/** The settings: what belongs to the phone and outlives a session. */
import { expect, it } from 'vitest';
import { asBorrower } from '../chartDriver.ts';

it('settings, appearance chosen: is kept when the borrower logs out, and the place stays the same', async () => {
  const journey = (await asBorrower()).open('#settings').send({ type: 'appearance.chosen', appearance: 'dark' });
  expect([journey.at, journey.context.appearance]).toEqual(['settings.shown', 'dark']);
  journey.send({ type: 'logout.requested' });
  await journey.answer('logOut', undefined);
  expect([journey.context.session, journey.context.appearance]).toEqual([null, 'dark']);
});
