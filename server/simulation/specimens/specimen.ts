/**
 * Specimens of the photos of an application, for trying the app without a card. The cards have the layout of the Kenyan national
 * identity card, and "Specimen" in place of the sex.
 */
import type { IdCard } from '#server/apply/reader/photoReader.ts';
import type { Specimen } from '#src/api/sandbox.ts';
import { picture, portrait, selfie, toJpeg, turnedSelfie, waves, words } from './svg.ts';

const WIDTH = 1500;
const HEIGHT = 980;

/** A card on a dark table. */
const onTable = (card: string): string =>
  picture(
    WIDTH,
    HEIGHT,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#3d342c"/>
     <rect x="100" y="80" width="1300" height="820" rx="40" fill="#e7efe2" stroke="#c8d2c0" stroke-width="3"/>
     ${waves(120, 100, 1260, 790, '#cfe0cc')}${card}`,
  );

/** A date in the format of the card. */
const printed = (date: string): string => date.split('-').toReversed().join('.');

/** The front as an SVG, so that tests can draw it on other backgrounds. */
export function frontOf({ number, name, birthday }: IdCard): string {
  const lines: [label: string, value: string][] = [
    ['Full names', name],
    ['Date of birth', printed(birthday)],
    ['Sex', 'Specimen'],
    ['District of birth', 'Nairobi'],
    ['Place of issue', 'Nairobi'],
    ['Date of issue', '21.06.2014'],
  ];
  return onTable(`
    ${words(160, 160, 46, 'Jamhuri ya Kenya', '#7a1f1f')}${words(800, 160, 46, 'Republic of Kenya', '#7a1f1f')}
    ${words(160, 226, 30, 'Serial number: 234567891')}${words(800, 226, 34, `ID number: ${number}`)}
    ${portrait(170, 300, 1.15)}
    ${lines.map(([label, value], row) => words(600, 304 + row * 96, 24, label, '#39484c') + words(600, 346 + row * 96, 38, value)).join('')}
    ${words(170, 850, 24, "Holder's sign.", '#39484c')}<path d="M360 850c30-60 50 20 80-30s40 40 90-10" fill="none" stroke="#2b3a8a" stroke-width="4"/>`);
}

/** The back, with places and the machine-readable lines. */
const backOf = ({ number, name }: IdCard): string =>
  onTable(`
    ${['District', 'Division', 'Location', 'Sub-location']
      .map((label, row) => words(160, 190 + row * 90, 26, label, '#39484c') + words(460, 190 + row * 90, 34, 'Nairobi'))
      .join('')}
    <rect x="1060" y="140" width="240" height="290" rx="100" fill="none" stroke="#39484c" stroke-width="4"/>
    ${Array.from({ length: 9 }, (_, ring) => `<ellipse cx="1180" cy="285" rx="${12 + ring * 11}" ry="${14 + ring * 14}" fill="none" stroke="#39484c" stroke-width="4"/>`).join('')}
    ${words(160, 690, 48, `IDKYA234567891--${number}--`)}${words(160, 770, 48, name.replace(/ /g, '-'))}${words(160, 850, 48, 'Specimen')}`);

/** JPEGs of each side, and of the face with the head turned to the person's own left or right. */
export const specimens = {
  front: (card: IdCard): Promise<Buffer> => toJpeg(frontOf(card)),
  back: (card: IdCard): Promise<Buffer> => toJpeg(backOf(card)),
  face: (): Promise<Buffer> => toJpeg(selfie('holder')),
  'face-left': (): Promise<Buffer> => toJpeg(turnedSelfie('left')),
  'face-right': (): Promise<Buffer> => toJpeg(turnedSelfie('right')),
} as const satisfies Record<Specimen, (card: IdCard) => Promise<Buffer>>;
