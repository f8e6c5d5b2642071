/** The starts that the budget measures: each file that several screens share is requested by one of them, so its size is held. */
import { expect, it } from 'vitest';
import { measureStarts } from '../../scripts/lib/measureStarts.ts';
import { setBrowserFixture } from './browserFixture.ts';

const fixture = setBrowserFixture();

const VISITOR = ['index', 'chart', 'react', 'page', 'firstForm'];
const EVERY_FORM = ['signIn', 'fields', 'common', 'i18n', 'safe', 'ports'];
const SECTION_FORMS = ['sections', 'formVendor'];

it('starts that the budget measures: home with a loan, the personal form and two languages request each shared file', async () => {
  const starts = await measureStarts(fixture.browser, { url: fixture.lender.url, store: fixture.lender.inside().store });
  const namesIn = (urls: readonly string[]) => urls.map((url) => url.replace(/^.*\//, '').replace(/-[\w-]{8}\.\w+$/, ''));
  expect(namesIn(starts.signedIn)).toEqual(expect.arrayContaining([...VISITOR, ...EVERY_FORM, 'home', 'cards', 'repayDetail']));
  for (const name of SECTION_FORMS) expect(namesIn(starts.signedIn)).not.toContain(name);
  expect(namesIn(starts.deepLink)).toEqual(expect.arrayContaining([...VISITOR, ...EVERY_FORM, ...SECTION_FORMS, 'personalInfo']));
  expect(namesIn(starts.swahili)).toEqual(expect.arrayContaining([...VISITOR, '_first-texts_sw']));
  expect(namesIn(starts.spanish)).toEqual(expect.arrayContaining([...VISITOR, '_first-texts_es']));
});
