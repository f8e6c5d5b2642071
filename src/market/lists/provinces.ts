/**
 * Kenya's eight former provinces and their 70 districts, as of about 1999 to 2006, before the splits of 2007. Lenders and
 * credit bureaus still use them for addresses.
 *
 * Sources, compared row by row: statoids.com "Kenya Districts" (about 2005, province codes);
 * Wikipedia "Districts of Kenya (prior to 2007)"; a public list of cities by state that has the same 70 rows.
 */
import { named, type Option } from '../options.ts';

interface Province {
  id: string;
  name: string;
  districts: readonly string[];
}

const PROVINCES: readonly Province[] = [
  {
    id: 'central',
    name: 'Central',
    districts: ['Kiambu', 'Kirinyaga', 'Maragua', "Murang'a", 'Nyandarua', 'Nyeri', 'Thika'],
  },
  {
    id: 'coast',
    name: 'Coast',
    districts: ['Kilifi', 'Kwale', 'Lamu', 'Malindi', 'Mombasa', 'Taita-Taveta', 'Tana River'],
  },
  {
    id: 'eastern',
    name: 'Eastern',
    districts: [
      'Embu',
      'Isiolo',
      'Kitui',
      'Machakos',
      'Makueni',
      'Marsabit',
      'Mbeere',
      'Meru Central',
      'Meru North',
      'Meru South',
      'Moyale',
      'Mwingi',
      'Tharaka',
    ],
  },
  {
    id: 'nairobi',
    name: 'Nairobi',
    districts: ['Nairobi'],
  },
  {
    id: 'north-eastern',
    name: 'North Eastern',
    districts: ['Garissa', 'Ijara', 'Mandera', 'Wajir'],
  },
  {
    id: 'nyanza',
    name: 'Nyanza',
    districts: [
      'Bondo',
      'Gucha',
      'Homa Bay',
      'Kisii Central',
      'Kisumu',
      'Kuria',
      'Migori',
      'Nyamira',
      'Nyando',
      'Rachuonyo',
      'Siaya',
      'Suba',
    ],
  },
  {
    id: 'rift-valley',
    name: 'Rift Valley',
    districts: [
      'Baringo',
      'Bomet',
      'Buret',
      'Kajiado',
      'Keiyo',
      'Kericho',
      'Koibatek',
      'Laikipia',
      'Marakwet',
      'Nakuru',
      'Nandi',
      'Narok',
      'Samburu',
      'Trans Mara',
      'Trans Nzoia',
      'Turkana',
      'Uasin Gishu',
      'West Pokot',
    ],
  },
  {
    id: 'western',
    name: 'Western',
    districts: ['Bungoma', 'Busia', 'Butere/Mumias', 'Kakamega', 'Lugari', 'Mount Elgon', 'Teso', 'Vihiga'],
  },
];

/** Ids are derived from names (`rift-valley`, `butere-mumias`): the districts have no official codes in use. */
const toId = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

export const provinces: readonly Option[] = PROVINCES.map(({ id, name }) => named(id, name));

/** A map and not an object, because requests contain ids too, and an object has a property `constructor`. */
const districts: ReadonlyMap<string, readonly Option[]> = new Map(
  PROVINCES.map((province) => [province.id, province.districts.map((name) => named(toId(name), name))]),
);

/** The districts of a province; empty while no province is chosen. */
export const districtsOf = (provinceId: string): readonly Option[] => districts.get(provinceId) ?? [];
