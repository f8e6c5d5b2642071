/** Verdicts from the text of a back and from the faces in two pictures. No model and no text recognition runs here. */
import { describe, expect, it } from 'vitest';
import { createEmbeddedReader } from '#server/apply/reader/embeddedReader.ts';
import { faceReadingOf, similarity, type Face } from '#server/apply/reader/faces.ts';
import type { Line } from '#server/apply/reader/marks.ts';
import { backOf, parseBack } from '#server/apply/reader/parseBack.ts';
import type { IdCard } from '#server/apply/reader/photoReader.ts';
import type { TextReader } from '#server/apply/reader/tesseract.ts';
import { aminasCard } from '#tests/support/idCards.ts';

const lines = (...texts: string[]): Line[] => texts.map((text, row) => ({ text, x0: 0, y0: row * 40, x1: 400, y1: row * 40 + 30 }));
const judged = (card: IdCard | null, ...texts: string[]) => backOf(parseBack(lines(...texts)), card);
const PLACES = ['DISTRICT: NAIROBI', 'DIVISION: WESTLANDS', 'LOCATION: PARKLANDS', 'SUB-LOCATION: HIGHRIDGE'];

describe('text of a back', () => {
  it.each([
    ['with the number of the front', aminasCard, 'IDKYA234567891<<12345678<<'],
    ['of a front that was not read', null, 'IDKYA234567891<<12345678<<'],
    ['with letters for digits', aminasCard, '1DKYA23456789I<<I2345678<<'],
  ])('photo of the back, text %s: is recognised', (_, card, row) => expect(judged(card, ...PLACES, row)).toEqual({ is: 'recognised' }));

  it.each([
    ['of another card', [...PLACES, 'IDKYA234567891<<30918264<<']],
    ['without the machine-readable lines', PLACES],
    ['of which a serial number alone is seen', ['IDKYA234567891<<12345678<<']],
    ['of a layout that is not known', ['HOLDER MUST CARRY', 'REPORT ANY LOSS', 'GOVERNMENT PRINTER', 'PROPERTY OF KENYA']],
  ])('photo of the back, text %s: a person decides', (_, texts) => expect(judged(aminasCard, ...texts)).toEqual({ is: 'undecided' }));

  it('photo of the back, text of a front: is refused as a front', () => {
    const front = ['JAMHURI YA KENYA REPUBLIC OF KENYA', 'SERIAL NUMBER: 234567891 ID NUMBER: 12345678', 'FULL NAMES', 'AMINA WANJIKU'];
    expect(judged(aminasCard, ...front, 'DATE OF BIRTH', 'DISTRICT OF BIRTH')).toEqual({ is: 'unusable', cause: 'front' });
  });

  it.each([
    ['nothing', []],
    ['scraps', ['~ | .', 'i', 'ao', '- =']],
    ['another document', ['DRIVING LICENCE', ...PLACES]],
  ])('photo of the back, text of %s: is not a back', (_, texts) =>
    expect(judged(aminasCard, ...texts)).toEqual({ is: 'unusable', cause: 'notABack' }),
  );
});

const face = (change: Partial<Face> = {}): Face => ({
  width: 0.4,
  height: 0.5,
  score: 0.9,
  yaw: 0,
  real: 0.9,
  live: 0.9,
  descriptor: [1, 0.8, 0],
  ...change,
});
const portrait = face({ width: 0.15, descriptor: [1, 0, 0] });

describe('faces in the photo and on the card', () => {
  it('photo of the face, one face that matches the portrait: is recognised', () => {
    expect(faceReadingOf([face()], [portrait])).toEqual({ is: 'recognised' });
  });

  it('photo of the face, small face in the background: is ignored', () => {
    expect(faceReadingOf([face(), face({ width: 0.1 })], [portrait])).toEqual({ is: 'recognised' });
  });

  it.each([
    ['no face', [], 'none'],
    ['a pattern that is hardly a face', [face({ score: 0.3 })], 'none'],
    ['two faces', [face(), face({ width: 0.35 })], 'several'],
    ['a small face', [face({ width: 0.1 })], 'tooSmall'],
  ] as const)('photo of the face, %s: cannot be used', (_, faces, cause) =>
    expect(faceReadingOf(faces, [portrait])).toEqual({ is: 'unusable', cause }),
  );

  it.each([
    ['another face', [face({ descriptor: [0, 1, 0] })], [portrait]],
    ['the picture of the portrait itself', [face({ descriptor: portrait.descriptor })], [portrait]],
    ['a picture of a picture', [face({ real: 0.1 })], [portrait]],
    ['a face that does not live', [face({ live: 0.1 })], [portrait]],
    ['a card without a portrait', [face()], []],
    ['no card', [face()], null],
  ] as const)('photo of the face, %s: a person decides', (_, faces, portraits) =>
    expect(faceReadingOf(faces, portraits)).toEqual({ is: 'undecided' }),
  );

  it('photo of the face, descriptors: equal directions match, and empty ones never match', () => {
    expect(similarity([1, 2], [2, 4])).toBeCloseTo(1);
    expect(similarity([1, 0], [0, 1])).toBe(0);
    expect(similarity([], [])).toBe(0);
  });
});

describe('face that may be the portrait of a card', () => {
  const readerWith = (found: Face[], isFront: boolean) => {
    const asked: string[] = [];
    const text = {
      showsFront: () => {
        asked.push('text');
        return Promise.resolve(isFront);
      },
      close: () => Promise.resolve(),
    } as unknown as TextReader;
    const faces = {
      find: (picture: Buffer) => Promise.resolve(picture.toString() === 'front' ? [portrait] : found),
      close: () => Promise.resolve(),
    };
    return { asked, read: () => createEmbeddedReader({ text, faces }).readFace(Buffer.from('face'), Buffer.from('front')) };
  };

  it('face with the text of a card around it: is refused as a card, so that the borrower photographs the own face', async () => {
    expect(await readerWith([face({ width: 0.12 })], true).read()).toEqual({ is: 'unusable', cause: 'card' });
    expect(await readerWith([face({ real: 0.2 })], true).read()).toEqual({ is: 'unusable', cause: 'card' });
  });

  it('face of the size of a portrait, no text around it: a person decides', async () => {
    expect(await readerWith([face({ real: 0.2 })], false).read()).toEqual({ is: 'undecided' });
  });

  it('photo of a large living face: its text is not read, because reading takes seconds', async () => {
    const { asked, read } = readerWith([face()], true);
    expect(await read()).toEqual({ is: 'recognised' });
    expect(asked).toEqual([]);
  });
});
