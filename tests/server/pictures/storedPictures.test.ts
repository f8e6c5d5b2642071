/** A picture that a borrower sends: how it is stored, found again and served. */
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { PICTURE_HEADERS } from '#server/pictures/pictureHeaders.ts';
import { createSecurityLog } from '#server/store/securityLog.ts';
import { createSecret, type Secret } from '#server/store/secret.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { repetitions } from '#tests/support/effort.ts';
import { facePhoto, idBack, idFront } from '#tests/support/idCards.ts';
import { CANARY, fields, pngWith, withExif } from '#tests/support/photoBytes.ts';
import { encryptPayload, sendRaw, type RawAnswer } from '#tests/support/rawCalls.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { shownAtDesk } from '#tests/support/testClerks.ts';
import { wholeNumber } from '#tests/support/wholeNumber.ts';

const KEY = '5a'.repeat(32);
const secret: Secret = createSecret(Buffer.from(KEY, 'hex'));

let lender: TestLender;
let phone: Phone;
let orderNo: string;
beforeAll(async () => {
  // Photos are not read here: the reader has tests of its own.
  lender = await startLender({ env: { PHOTO_KEY: KEY } });
  phone = lender.phone();
  await phone.signIn('254712345678');
  ({ orderNo } = await phone.call('applyMarket', { productId: 'first-loan', amount: shillings(2_000), termDays: 91 }));
  await phone.call('saveBasicInfo', { orderNo, values: complete.personalInfo });
  await phone.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo });
});
afterAll(() => lender?.stop());

const file = (bytes: Buffer): Blob => new Blob([Uint8Array.from(bytes)]);
const sending = (bytes: Buffer): { files: { file: Blob } } => ({ files: { file: file(bytes) } });

/** Every stored picture, decrypted, by its name. */
async function stored(): Promise<Map<string, Buffer>> {
  const rows = await lender.inside().store.db.selectFrom('photo_blob').select(['ref', 'encrypted']).execute();
  return new Map(rows.map(({ ref, encrypted }) => [ref, secret.decrypt('photo', encrypted, ref)]));
}

const withWords = async (photo: Buffer): Promise<Buffer> =>
  Buffer.concat([
    await sharp(photo)
      .withExif({ IFD0: { ImageDescription: CANARY }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 0/1' } })
      .jpeg()
      .toBuffer(),
    Buffer.from(`<html>${CANARY}`),
  ]);

describe('stored picture', () => {
  it.each([
    ['front', 'uploadIdFront', idFront],
    ['back', 'uploadIdBack', idBack],
    ['face', 'saveFaceImage', facePhoto],
  ] as const)('photo of the %s: is stored re-encoded, once however often it is sent', async (side, call, photo) => {
    const bytes = await withWords(await photo());
    expect(bytes.includes('CANARY')).toBe(true);
    const first = await phone.call(call, { orderNo }, sending(bytes));
    const second = await phone.call(call, { orderNo }, sending(bytes));
    expect(second).toEqual(first);
    const { db } = lender.inside().store;
    const rows = await db.selectFrom('photo').select(['storage_ref', 'mime', 'width', 'height']).where('side', '=', side).execute();
    expect(rows).toHaveLength(1);
    const clean = (await stored()).get(rows[0]?.storage_ref ?? '') ?? Buffer.alloc(0);
    expect(clean.includes('CANARY')).toBe(false);
    const facts = await sharp(clean).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', width: rows[0]?.width, height: rows[0]?.height });
    expect(facts.exif).toBeUndefined();
    expect(rows[0]?.mime).toBe('image/jpeg');
  });

  it('picture of a message: is stored re-encoded, once however often it is sent, and served as a download', async () => {
    const bytes = await pngWith([['tEXt', Buffer.from(`Comment\0${CANARY}`)]], Buffer.from(CANARY));
    const before = (await stored()).size;
    const { name } = await phone.call('feedbackUploadCredential', {}, sending(bytes));
    expect(await phone.call('feedbackUploadCredential', {}, sending(bytes))).toEqual({ name });
    const all = await stored();
    expect(all.size).toBe(before + 1);
    expect(all.get(name)?.includes('CANARY')).toBe(false);

    const ticket = {
      requestId: 'press-1',
      type: 1,
      description: 'I paid yesterday and my loan does not show it.',
      receiverAccount: '',
      contact: '0712345678',
      contactTime: 'any',
      pictures: [name],
    };
    const { ticketNo, pictures } = await phone.call('feedbackCreate', ticket);
    expect(pictures).toBe(1);
    const shown = await shownAtDesk(lender, 'support', `messages:${ticketNo}`, `ticket-${name}`);
    expect(Object.fromEntries(shown.headers)).toMatchObject(PICTURE_HEADERS);
    expect(PICTURE_HEADERS).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'attachment; filename="picture.jpg"',
    });
    expect(Buffer.from(await shown.arrayBuffer()).equals(all.get(name) ?? Buffer.alloc(0))).toBe(true);

    // The same picture for another message has a name of its own.
    const again = await phone.call('feedbackUploadCredential', {}, sending(bytes));
    expect(again.name).not.toBe(name);
  });

  it('same picture of two borrowers: is stored once for each', async () => {
    const other = lender.phone();
    await other.signIn('254712345679');
    const bytes = await withExif();
    const one = await phone.call('feedbackUploadCredential', {}, sending(bytes));
    expect(await other.call('feedbackUploadCredential', {}, sending(bytes))).not.toEqual(one);
  });

  it('stored picture, byte-identical upload: gets the first answer, also a refusal', async () => {
    const upload = (bytes: Buffer, field: [string, string]): Promise<RawAnswer> =>
      sendRaw(lender.url, 'uploadIdBack', { token: phone.token, fields: [field], file: file(bytes) });
    const { db } = lender.inside().store;
    const now = (): number => lender.inside().clock.now();
    const refOf = async (): Promise<string | undefined> =>
      (await db.selectFrom('photo').select('storage_ref').where('side', '=', 'back').executeTakeFirst())?.storage_ref;

    const good: [string, string] = ['q7f3k9', encryptPayload({ orderNo }, now())];
    const bytes = await withWords(await idBack());
    const [one, two] = await Promise.all([upload(bytes, good), upload(bytes, good)]);
    const ref = await refOf();
    const three = await upload(bytes, good);
    for (const repeat of [two, three]) expect({ code: repeat.code, data: repeat.data }).toEqual({ code: one.code, data: one.data });
    expect(one.code).toBe(CODE.ok);
    // The repeated request did not store it again.
    expect(await refOf()).toBe(ref);
  });
});

describe('refused picture', () => {
  it('refused picture: is logged as a security event without text of the borrower, and not stored', async () => {
    const { store, clock } = lender.inside();
    const log = createSecurityLog(store, clock, secret);
    const before = (await stored()).size;
    const since = clock.now();
    await expect(phone.call('uploadIdFront', { orderNo }, sending(Buffer.from(CANARY)))).rejects.toMatchObject({
      code: CODE.photoUnreadable,
    });
    await expect(phone.call('feedbackUploadCredential', {}, sending(Buffer.from('GIF89a')))).rejects.toMatchObject({
      code: CODE.photoUnreadable,
      message: expect.stringContaining('HEIC') as string,
    });
    const large = new Blob([new Uint8Array(21 * 1024 * 1024)]);
    await expect(phone.call('feedbackUploadCredential', {}, { files: { file: large } })).rejects.toMatchObject({ code: CODE.tooLarge });
    const events = await log.read({ since, kind: 'file.refused', limit: 10 });
    expect(events.map(({ subject }) => subject)).toEqual(['feedbackUploadCredential', 'feedbackUploadCredential', 'uploadIdFront']);
    for (const event of events) expect(event.user).toMatch(/^[0-9a-f]{12}$/);
    expect((await stored()).size).toBe(before);
  });
});

describe('mutated pictures', () => {
  type Change = { is: 'flip' | 'cut' | 'double' | 'insert' | 'zero' | 'append'; at: number; much: number };
  const change: fc.Arbitrary<Change> = fc.record({
    is: fc.constantFrom('flip', 'cut', 'double', 'insert', 'zero', 'append'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    much: fc.integer({ min: 1, max: 40 }),
  });

  function mutate(bytes: Buffer, { is, at: part, much }: Change): Buffer {
    // Half of the changes are in the first 200 bytes: a decoder decides mostly by the header.
    const at = Math.floor(part < 0.5 ? part * 2 * Math.min(200, bytes.length) : (part - 0.5) * 2 * bytes.length);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    switch (is) {
      case 'flip': {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ (much * 6 + 1);
        return copy;
      }
      case 'cut':
        return Buffer.concat([before, after.subarray(much)]);
      case 'double':
        return Buffer.concat([before, after.subarray(0, much), after]);
      case 'insert':
        return Buffer.concat([before, Buffer.alloc(much, 0xff), after]);
      case 'append':
        return Buffer.concat([bytes, before]);
      case 'zero':
        return Buffer.concat([before, Buffer.alloc(Math.min(much, after.length)), after.subarray(much)]);
    }
  }

  it('mutated picture: is accepted and decodes, or is refused with a sentence', async () => {
    // With much metadata: a change within it does no harm, so that many changed pictures are accepted.
    const small = (): Sharp =>
      fields()
        .resize(96, 64)
        .withExif({ IFD0: { Make: CANARY.repeat(30) } });
    const originals = await Promise.all([
      small().jpeg().toBuffer(),
      small().jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
      small().png().toBuffer(),
      small().png({ progressive: true, palette: true }).toBuffer(),
      small().webp().toBuffer(),
      small().webp({ lossless: true }).toBuffer(),
    ]);
    const { db } = lender.inside().store;
    const outcomes = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...originals), fc.array(change, { minLength: 1, maxLength: 2 }), async (original, changes) => {
        const answer = await sendRaw(lender.url, 'feedbackUploadCredential', {
          token: phone.token,
          timestamp: lender.inside().clock.now(),
          file: file(changes.reduce(mutate, original)),
        });
        expect(answer.status).toBe(200);
        if (answer.code !== CODE.ok) {
          expect(answer).toMatchObject({ code: CODE.photoUnreadable, msg: expect.stringMatching(/^[A-Z].{20}/) as string });
          outcomes.refused += 1;
          return;
        }
        const { name } = answer.data as { name: string };
        const { encrypted } = await db.selectFrom('photo_blob').select('encrypted').where('ref', '=', name).executeTakeFirstOrThrow();
        const { info } = await sharp(secret.decrypt('photo', encrypted, name), { failOn: 'warning' })
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect(info).toMatchObject({ channels: 3, premultiplied: false });
        // The picture is deleted, because a borrower may have only a few unsent pictures.
        await db.deleteFrom('ticket_picture').where('ref', '=', name).execute();
        await db.deleteFrom('photo_blob').where('ref', '=', name).execute();
        outcomes.accepted += 1;
      }),
      { seed: wholeNumber('SAMPLE_SEED') ?? 59, numRuns: repetitions({ sample: 200, all: 5_000 }) },
    );
    // Enough pictures of both kinds: otherwise the changes tested nothing.
    expect(outcomes.accepted).toBeGreaterThan(10);
    expect(outcomes.refused).toBeGreaterThan(10);
  });
});
