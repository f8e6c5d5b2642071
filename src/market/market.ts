/**
 * Properties of the forms that differ between countries, or of which the specification allows two readings.
 */

/** Optional groups of fields. */
export type FieldGroup = 'widerPersonal' | 'widerWork' | 'rfc' | 'nss' | 'curp' | 'card' | 'bvn' | 'socialMedia';

export interface Market {
  /** Reading 1: eight digits, or up to eighteen shown with dashes. */
  nationalId: 'digits8' | 'dashed18';
  /** Reading 2: accepted hosts. Hint, suggestions and rule of the field are derived from this list. */
  emailHosts: readonly string[];
  /** Reading 19: characters that a name may contain besides letters. */
  nameExtras: string;
  /** Reading 11: prefixes of numbers in the phone book. The first one that matches is removed. */
  contactPrefixes: readonly string[];
  /** Reading 13: the kind of account number. */
  account: 'bank' | 'card16' | 'clabe18';
  /** Reading 20: employment types without work fields. */
  withoutWork: readonly string[];
  /** Reading 18: fields that are required or optional, contrary to their description. */
  required: Readonly<Record<string, boolean>>;
  /** Reading 28: fields that must be readable on an identity card. */
  cardRead: readonly ('number' | 'name' | 'birthday' | 'fatherName' | 'address')[];
  groups: Readonly<Record<FieldGroup, boolean>>;
}

const kenya: Market = {
  nationalId: 'digits8',
  emailHosts: ['gmail.com', 'yahoo.com', 'outlook.com'],
  nameExtras: '',
  // The specification's four prefixes and their Kenyan counterparts. Longer ones come first, so that the 0 after a
  // country code is removed too.
  contactPrefixes: ['+2340', '2340', '+234', '234', '+2540', '2540', '+254', '254', '0'],
  account: 'bank',
  withoutWork: ['unemployed', 'noWork'],
  required: {},
  cardRead: ['number', 'name', 'birthday'],
  groups: { widerPersonal: false, widerWork: false, rfc: false, nss: false, curp: false, card: false, bvn: false, socialMedia: true },
};

/** The market of this build. */
export const market: Market = kenya;

const everyGroup = { widerPersonal: true, widerWork: true, rfc: true, nss: true, curp: true, card: true, bvn: true, socialMedia: true };

/** The other reading of each ambiguous point, as a change to `kenya`. */
export const presets = {
  kenya,
  dashed18: { ...kenya, nationalId: 'dashed18' },
  namesWithMarks: { ...kenya, nameExtras: "'-" },
  card16: { ...kenya, account: 'card16', groups: { ...kenya.groups, card: true } },
  clabe18: { ...kenya, account: 'clabe18', groups: { ...kenya.groups, card: true } },
  twoEmailHosts: { ...kenya, emailHosts: ['gmail.com', 'yahoo.com'] },
  noWorkIsWork: { ...kenya, withoutWork: ['unemployed'] },
  socialMediaRequired: { ...kenya, required: { linkedin: true, facebook: true } },
  everyField: { ...kenya, groups: everyGroup },
} as const satisfies Record<string, Market>;

/** Name of `market` among the presets; recordings store it. */
export const MARKET_NAME: keyof typeof presets = 'kenya';
