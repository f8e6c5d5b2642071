import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { differingFields, type CardField } from '#machines/model/identityCheck.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { SANDBOX_API, specimenPath } from '#src/api/sandbox.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import {
  aminasCard,
  blackBar,
  blank,
  blurred,
  covered,
  drivingLicence,
  facePhoto,
  idBack,
  idFront,
  noise,
  sendFace,
  strangersFace,
  wall,
} from '#tests/support/idCards.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { inTurn, sampleOf } from '#tests/support/effort.ts';
import { GOOD_ANSWERS } from '#tests/support/lendingFixture.ts';
import { jpeg } from '#tests/support/photoBytes.ts';
import { approve } from '#tests/support/testClerks.ts';
import { identityOf } from '#tests/support/identity.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender({ reads: true });
});
afterAll(() => lender?.stop());
// Every borrower here types the number of one card. `idClaims.test.ts` tests to whom a number belongs.
afterEach(() => lender.inside().store.db.deleteFrom('id_claim').execute());

const file = (bytes: Buffer): { files: { file: Blob } } => ({ files: { file: new Blob([Uint8Array.from(bytes)]) } });
/** The fields in which the read card differs from the typed values; null: the card was not read. */
async function differing(orderNo: string): Promise<CardField[] | null> {
  const card = (await identityOf(lender, orderNo)).card;
  return card.is === 'read' ? differingFields(card.lines) : null;
}

let borrowers = 0;

/** A new borrower whose application is at the step of the photos. */
interface Applicant {
  phone: Phone;
  orderNo: string;
  mobile: string;
}

async function atPhotos(fixture = lender, language: 'en' | 'es' | 'sw' = 'en'): Promise<Applicant> {
  const mobile = `2547110000${String(++borrowers).padStart(2, '0')}`;
  const phone = fixture.phone({ language: () => language });
  await phone.signIn(mobile);
  const { orderNo } = await phone.call('applyMarket', { productId: 'first-loan', amount: shillings(2_000), termDays: 91 });
  await phone.call('saveBasicInfo', { orderNo, values: complete.personalInfo });
  await phone.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo });
  return { phone, orderNo, mobile };
}

async function finish({ phone, orderNo, mobile }: Applicant, fixture = lender, face?: Buffer): Promise<void> {
  await phone.call('uploadIdBack', { orderNo }, file(await idBack()));
  await sendFace(phone, orderNo, face);
  await phone.call('finishUploadAllImg', { orderNo });
  await fixture.sandbox.advance(MINUTE);
  await phone.call('getVerifyCode', { mobile, purpose: 'bindCard' });
  const verificationCode = await fixture.sandbox.codeFor(mobile);
  await phone.call('bindBankCard', { orderNo, values: { accountKind: 'mpesa', mobile: `0${mobile.slice(3)}`, verificationCode } });
  await phone.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS });
  await fixture.sandbox.advance(11 * MINUTE);
}

describe('the front of a card', () => {
  it('front of a card: is read, returned, stored and matches the form', async () => {
    const { phone, orderNo } = await atPhotos();
    await expect(phone.call('readIdCard', { orderNo })).rejects.toMatchObject({ code: CODE.photosMissing });
    expect(await identityOf(lender, orderNo)).toEqual({ card: { is: 'none' }, back: { is: 'none' }, face: { is: 'none' } });
    expect(await phone.call('uploadIdFront', { orderNo }, file(await idFront()))).toEqual({ width: 1500, height: 980, card: aminasCard });
    const lines = {
      number: { read: '12345678', typed: '12345678', agrees: true },
      name: { read: 'AMINA WANJIKU', typed: expect.stringContaining('Amina') as string, agrees: true },
      birthday: { read: '15-03-1992', typed: '15-03-1992', agrees: true },
    };
    expect((await phone.call('readIdCard', { orderNo })).card).toEqual({ is: 'read', lines });
    expect(await differing(orderNo)).toEqual([]);
    const other = lender.phone();
    await other.signIn('254719000000');
    await expect(other.call('readIdCard', { orderNo })).rejects.toMatchObject({ code: CODE.orderNotFound });
  });

  it('card of another person: the application continues, and a person decides', async () => {
    const borrower = await atPhotos();
    const { phone, orderNo } = borrower;
    const card = { number: '30918264', name: 'PETER OTIENO', birthday: '1992-03-15' };
    expect(await phone.call('uploadIdFront', { orderNo }, file(await idFront(card)))).toMatchObject({ card });
    expect(await differing(orderNo)).toEqual(['number', 'name']);
    await finish(borrower);
    expect((await phone.call('latestOrder', {})).order?.status).toBe(STATUS.applying);
    await approve(lender, orderNo);
    expect((await phone.call('latestOrder', {})).order?.status).toBe(STATUS.confirm);
  });

  it("photo of somebody else's face: is accepted, the borrower reads that a person will check it, and a person decides", async () => {
    const borrower = await atPhotos();
    const { phone, orderNo } = borrower;
    await phone.call('uploadIdFront', { orderNo }, file(await idFront()));
    await finish(borrower, lender, await strangersFace());
    expect((await phone.call('readIdCard', { orderNo })).face).toEqual({ is: 'undecided' });
    expect((await phone.call('latestOrder', {})).order?.status).toBe(STATUS.applying);
  });

  it('front that replaces another: back and face are compared with the new one', async () => {
    const { phone, orderNo } = await atPhotos();
    await phone.call('uploadIdFront', { orderNo }, file(await idFront({ ...aminasCard, number: '30918264' })));
    await phone.call('uploadIdBack', { orderNo }, file(await idBack()));
    await sendFace(phone, orderNo);
    expect(await phone.call('readIdCard', { orderNo })).toMatchObject({ back: { is: 'undecided' }, face: { is: 'recognised' } });
    await phone.call('uploadIdFront', { orderNo }, file(await idFront()));
    expect(await phone.call('readIdCard', { orderNo })).toMatchObject({ back: { is: 'recognised' }, face: { is: 'recognised' } });
  });

  it('card that matches the typed values: the rules decide', async () => {
    const borrower = await atPhotos();
    await borrower.phone.call('uploadIdFront', { orderNo: borrower.orderNo }, file(await idFront()));
    await finish(borrower);
    expect((await borrower.phone.call('latestOrder', {})).order?.status).toBe(STATUS.confirm);
  });

  it('front of a card, second photo: replaces the reading', async () => {
    const { phone, orderNo } = await atPhotos();
    const card = { number: '30918264', name: 'PETER OTIENO', birthday: '1980-01-01' };
    await phone.call('uploadIdFront', { orderNo }, file(await idFront(card)));
    await phone.call('uploadIdFront', { orderNo }, file(await idFront()));
    expect(await phone.call('readIdCard', { orderNo })).toMatchObject({ card: { lines: { number: { read: aminasCard.number } } } });
  });
});

describe('unusable photo: is refused with its cause, and the next one is accepted', () => {
  /** `reader.test.ts` tests the causes. Here one photo for each kind of refusal is sent over the wire. */
  const FRONTS: [of: string, photo: () => Promise<Buffer>, words: string | RegExp][] = [
    ['another document', () => drivingLicence(), 'We could not recognise this ID. Take the photo again'],
    ['a blurred front', async () => blurred(await idFront(), 6), /^This photo is blurred/],
    ['a covered name', async () => covered(await idFront(), [0.39, 0.31, 0.3, 0.07]), /^The name on the card cannot be read/],
    ['a dark front', () => blank(), /^There is nothing to see/],
  ];
  const OTHERS: [
    of: string,
    call: 'uploadIdFront' | 'uploadIdBack' | 'saveFaceImage',
    photo: () => Promise<Buffer>,
    words: string | RegExp,
  ][] = [
    ['a dark back', 'uploadIdBack', () => blank(), /^There is nothing to see/],
    ['a blurred back', 'uploadIdBack', async () => blurred(await idBack(), 12), /^This photo is blurred/],
    ['the front again', 'uploadIdBack', () => idFront(), /^This is the front of the card again/],
    ['noise instead of a back', 'uploadIdBack', () => noise(), /^There is nothing to see/],
    ['a wall instead of a back', 'uploadIdBack', () => wall(), /^This does not look like the back of an ID/],
    ['a black bar instead of a back', 'uploadIdBack', () => blackBar(), /^This photo is blurred/],
    ['a dark face', 'saveFaceImage', () => blank(), 'We could not recognise your face. Take the photo again'],
    ['noise instead of a face', 'saveFaceImage', () => noise(), 'We could not recognise your face. Take the photo again'],
    ['a wall instead of a face', 'saveFaceImage', () => wall(), /^There is no face in this photo/],
    ['the card instead of a face', 'saveFaceImage', () => idFront(), /^This is a photo of the card/],
    [
      'a front of which half is missing, with an end put behind it',
      'uploadIdFront',
      async () => Buffer.concat([(await idFront()).subarray(0, 60_000), Buffer.from('ffd9', 'hex')]),
      /^The photo could not be read/,
    ],
    ['a JPEG without a picture in it', 'saveFaceImage', () => Promise.resolve(jpeg()), /^The photo could not be read/],
  ];
  it.each([
    ...sampleOf('fronts that are refused', FRONTS, 1).map(([of, photo, words]) => [of, 'uploadIdFront', photo, words] as const),
    ...sampleOf('other photos that are refused', OTHERS, 2),
  ])('photo, %s: is refused with its cause, and the next photo is accepted', async (_, call, photo, words) => {
    const { phone, orderNo } = await atPhotos();
    const message: unknown = typeof words === 'string' ? words : expect.stringMatching(words);
    await expect(phone.call(call, { orderNo }, file(await photo()))).rejects.toMatchObject({ code: CODE.photoUnreadable, message });
    const good = { uploadIdFront: idFront, uploadIdBack: idBack, saveFaceImage: facePhoto }[call];
    expect(await phone.call(call, { orderNo }, file(await good()))).toMatchObject({ width: expect.any(Number) as number });
  });

  it.each(
    inTurn([
      ['es', /^No pudimos reconocer este documento/],
      ['sw', /^Hatukuweza kutambua kitambulisho hiki/],
    ] as const),
  )('photo, refused: the cause is in language %s', async (language, words) => {
    const { phone, orderNo } = await atPhotos(lender, language);
    await expect(phone.call('uploadIdFront', { orderNo }, file(await drivingLicence()))).rejects.toMatchObject({
      message: expect.stringMatching(words) as string,
    });
  });
});

describe('specimens of the sandbox', () => {
  it('specimen card: matches the form', async () => {
    const { phone, orderNo } = await atPhotos();
    const sides = { front: 'uploadIdFront', back: 'uploadIdBack', face: 'saveFaceImage' } as const;
    for (const side of ['front', 'back', 'face'] as const) {
      const picture = await fetch(lender.url + specimenPath(orderNo, side));
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
      const { turn } = await phone.call(sides[side], { orderNo }, file(Buffer.from(await picture.arrayBuffer())));
      if (!turn) continue;
      const turned = await fetch(lender.url + specimenPath(orderNo, `face-${turn}`));
      await phone.call('saveFaceImage', { orderNo, turn }, file(Buffer.from(await turned.arrayBuffer())));
    }
    expect((await phone.call('latestOrder', {})).order).toMatchObject({ photos: { face: true }, faceTurn: null });
    expect(await identityOf(lender, orderNo)).toMatchObject({ back: { is: 'recognised' }, face: { is: 'recognised' } });
    expect(await differing(orderNo)).toEqual([]);
    expect((await fetch(`${lender.url}${SANDBOX_API}/orders/L0/specimens/front.jpg`)).status).toBe(404);
    expect((await fetch(lender.url + specimenPath(orderNo, 'front').replace('front', 'top'))).status).toBe(404);
  });
});

describe('without a reader', () => {
  it('photos, no reader configured: are stored without a check, and the rules decide', async () => {
    const fixture = await startLender();
    try {
      const borrower = await atPhotos(fixture);
      const { phone, orderNo } = borrower;
      expect(await phone.call('uploadIdFront', { orderNo }, file(await idFront()))).toMatchObject({ card: null });
      expect(await phone.call('readIdCard', { orderNo })).toEqual({ card: { is: 'none' }, back: { is: 'none' }, face: { is: 'none' } });
      await finish(borrower, fixture);
      expect((await phone.call('latestOrder', {})).order?.status).toBe(STATUS.confirm);
    } finally {
      await fixture.stop();
    }
  });
});

describe('a reader without an answer', () => {
  it('photo, reader without an answer: is stored, and a person decides', async () => {
    const borrower = await atPhotos();
    const { phone, orderNo } = borrower;
    await phone.call('uploadIdFront', { orderNo }, file(await idFront()));
    // The row that an upload stores when the reader did not answer.
    const { db } = lender.inside().store;
    const { user_id } = await db.selectFrom('loan_order').select('user_id').where('order_no', '=', orderNo).executeTakeFirstOrThrow();
    await db.updateTable('card_reading').set({ sealed: null }).where('user_id', '=', user_id).execute();
    expect((await identityOf(lender, orderNo))?.card).toEqual({ is: 'unread' });
    await finish(borrower);
    expect((await phone.call('latestOrder', {})).order?.status).toBe(STATUS.applying);
    await lender.sandbox.advance(4 * DAY);
    expect((await phone.call('latestOrder', {})).order).toMatchObject({ status: STATUS.applying, lateSince: expect.any(Number) as number });
  });
});
