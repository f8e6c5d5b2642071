/** Every message and constant of the specification has a place, and a place that does not hold it is named. */
import { expect, it } from 'vitest';
import { errors } from '../../scripts/catalogue/errors.ts';
import type { Entry, Place } from '../../scripts/catalogue/types.ts';
import { CATALOGUE, catalogueComplaints, cataloguePage } from '../../scripts/lib/catalogue.ts';

const NETWORK = errors.find(({ says }) => says.startsWith('ooops'))?.places[0];
const planted = (says: string, change: Partial<Place>, is: Entry['is'] = 'message'): Promise<string[]> =>
  catalogueComplaints({ 8: [{ says, is, places: [{ ...NETWORK, ...change } as Place] }] });

it('the catalogue that ships holds', async () => expect(await catalogueComplaints()).toEqual([]));

it('an entry without a place is named', async () =>
  expect(await catalogueComplaints({ 9: [{ says: 'Minimum age: 18', is: 'rule', places: [] }] })).toEqual([
    'section 9, "Minimum age: 18": has no place',
  ]));

it.each<[string, Partial<Place>, RegExp]>([
  ['a key that is gone', { key: 'networkGone' }, /has no text "networkGone"/],
  ['other words in the code', { words: 'Oops' }, /says for "networkFailed": "Oops, the network failed/],
  ['words that are not the specification’s, without a reason', { because: '' }, /is not what the specification says, and nothing says why/],
  ['a use that is gone', { use: ['src/api/client.ts', 'LOCAL.gone'] }, /client\.ts does not use LOCAL\.gone/],
  ['a file that is gone', { use: ['src/api/gone.ts', 'x'] }, /gone\.ts is not there/],
])('%s is named', async (_, change, complaint) =>
  expect((await planted('ooops,network failed ,please reload the page', change)).join()).toMatch(complaint),
);

it.each<[string, Place, RegExp]>([
  [
    'another value',
    { is: 'value', file: 'src/market/limits.ts', name: 'LIMITS.age.minimum', value: 21, use: ['src/forms/rules.ts', 'LIMITS.age.minimum'] },
    /LIMITS\.age\.minimum of src\/market\/limits\.ts is 18, not 21/,
  ],
  [
    'a value that is gone',
    { is: 'value', file: 'src/market/limits.ts', name: 'LIMITS.gone.minimum', value: 18, use: ['src/forms/rules.ts', 'LIMITS'] },
    /is undefined, not 18/,
  ],
  [
    'another result',
    {
      is: 'result',
      file: 'machines/model/terms.ts',
      name: 'interestFor',
      arguments: [1_000_000, 3_000, 90],
      value: 74_800,
      use: ['machines/model/terms.ts', 'interestFor'],
    },
    /interestFor of machines\/model\/terms\.ts is 74000, not 74800/,
  ],
  ['a rule that is gone', { is: 'source', file: 'src/ui/form/Sheet.module.css', holds: 'height: 60%;' }, /does not hold "height: 60%;"/],
])('%s is named', async (_, place, complaint) =>
  expect((await catalogueComplaints({ 9: [{ says: 'x', is: 'rule', places: [place] }] })).join()).toMatch(complaint),
);

it('the page has a line for every place', () => {
  const places = Object.values(CATALOGUE).flatMap((entries) => entries.flatMap((entry) => entry.places));
  expect(places.length).toBeGreaterThan(150);
  expect(cataloguePage().match(/^\| (?!The specification|---)/gm)).toHaveLength(places.length);
});
