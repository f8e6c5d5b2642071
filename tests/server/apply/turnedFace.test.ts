/** The second photo of the face, over the wire: the requested turn, refusals, stored photos. Real models judge drawn faces. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE, type Problem } from '#machines/model/codes.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { inTurn, sampleOf } from '#tests/support/effort.ts';
import { facePhoto, idBack, idFront, strangersFace, turnedFacePhoto, wall } from '#tests/support/idCards.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { shownAtDesk } from '#tests/support/testClerks.ts';
import { identityOf } from '#tests/support/identity.ts';

let lender: TestLender;
beforeAll(async () => {
  lender = await startLender({ reads: true });
});
afterAll(() => lender?.stop());

const file = (bytes: Buffer): { files: { file: Blob } } => ({ files: { file: new Blob([Uint8Array.from(bytes)]) } });
const other = (turn: FaceTurn): FaceTurn => (turn === 'left' ? 'right' : 'left');
const mirrored = (photo: Buffer): Promise<Buffer> => sharp(photo).flop().jpeg().toBuffer();

let borrowers = 0;

class Applicant {
  constructor(
    readonly phone: Phone,
    readonly orderNo: string,
  ) {}

  /** Sends the photo that looks straight. @returns the turn that the lender asks for. */
  async straight(photo?: Buffer): Promise<FaceTurn> {
    const { turn } = await this.phone.call('saveFaceImage', { orderNo: this.orderNo }, file(photo ?? (await facePhoto())));
    if (!turn) throw new Error('no turn was asked for');
    return turn;
  }

  /** @returns null when the photo was accepted, else the refusal. */
  turned(turn: FaceTurn, photo: Buffer): Promise<Problem | null> {
    return this.phone.call('saveFaceImage', { orderNo: this.orderNo, turn }, file(photo)).then(
      () => null,
      (problem: unknown) => problem as Problem,
    );
  }

  async order() {
    const { order } = await this.phone.call('latestOrder', {});
    if (!order) throw new Error('there is no order');
    return order;
  }

  async stored(): Promise<string[]> {
    const { user_id } = await this.row();
    const rows = await lender.inside().store.db.selectFrom('photo').select('side').where('user_id', '=', user_id).orderBy('side').execute();
    return rows.map(({ side }) => side);
  }

  row() {
    return lender
      .inside()
      .store.db.selectFrom('loan_order')
      .select('user_id')
      .where('order_no', '=', this.orderNo)
      .executeTakeFirstOrThrow();
  }
}

async function applicant(fixture = lender, language: 'en' | 'es' | 'sw' = 'en'): Promise<Applicant> {
  const phone = fixture.phone({ language: () => language });
  await phone.signIn(`2547120000${String(++borrowers).padStart(2, '0')}`);
  const { orderNo } = await phone.call('applyMarket', { productId: 'first-loan', amount: shillings(2_000), termDays: 91 });
  await phone.call('saveBasicInfo', { orderNo, values: complete.personalInfo });
  await phone.call('saveAdditionInfoMarket', { orderNo, values: complete.additionalInfo });
  return new Applicant(phone, orderNo);
}

describe('face photographed straight', () => {
  it('face photographed straight: a turn is requested, which a repeated photo and another opening of the app do not change', async () => {
    const one = await applicant();
    expect(await one.order()).toMatchObject({ photos: { face: false }, faceTurn: null });
    const turn = await one.straight();
    expect(['left', 'right']).toContain(turn);
    expect(await one.order()).toMatchObject({ photos: { face: false }, faceTurn: turn });
    for (let again = 0; again < 4; again++) expect(await one.straight()).toBe(turn);
  });

  it('straight photo of a face, turned one missing: the photos are not complete', async () => {
    const one = await applicant();
    await one.phone.call('uploadIdFront', { orderNo: one.orderNo }, file(await idFront()));
    await one.phone.call('uploadIdBack', { orderNo: one.orderNo }, file(await idBack()));
    const turn = await one.straight();
    await expect(one.phone.call('finishUploadAllImg', { orderNo: one.orderNo })).rejects.toMatchObject({ code: CODE.photosMissing });
    expect(await one.turned(turn, await turnedFacePhoto(turn))).toBeNull();
    expect(await one.order()).toMatchObject({ photos: { face: true }, faceTurn: null });
    expect((await one.phone.call('readIdCard', { orderNo: one.orderNo })).face).toEqual({ is: 'recognised' });
    expect((await one.phone.call('finishUploadAllImg', { orderNo: one.orderNo })).status).toBe(STATUS.bindCard);
    expect(await one.stored()).toEqual(['back', 'face', 'front', 'turned']);
    // After a new straight photo the earlier pair is deleted, and the turned photo has to be taken again.
    await one.straight();
    expect(await one.stored()).toEqual(['back', 'face', 'front']);
    expect(await one.order()).toMatchObject({ photos: { face: false } });
  });

  it('face photographed straight, head turned: is refused with its cause', async () => {
    const one = await applicant();
    await expect(one.straight(await turnedFacePhoto('left'))).rejects.toMatchObject({
      code: CODE.photoUnreadable,
      message: expect.stringMatching(/^In this photo you do not look straight/) as string,
    });
  });
});

describe('face photographed with the head turned', () => {
  const WRONG: [of: string, photo: (turn: FaceTurn) => Promise<Buffer>, words: RegExp][] = [
    ['to the other side', (turn) => turnedFacePhoto(other(turn)), /^Your head was turned to the other side/],
    ['as asked, but mirrored', async (turn) => mirrored(await turnedFacePhoto(turn)), /^Your head was turned to the other side/],
    ['not at all', () => strangersFace(), /^Your head is not turned enough/],
    ['in the same photo again', () => facePhoto(), /^This is the same photo again/],
    ['in the same photo, mirrored', async () => mirrored(await facePhoto()), /^This is the same photo again/],
    ['away, so that no face is seen', () => wall(), /^We cannot see your face/],
  ];
  it.each(sampleOf('wrong turns', WRONG, 2))(
    'turned face, %s: is refused with its cause and the turn to try next, and the straight photo stays',
    async (_, photo, words) => {
      const one = await applicant();
      const turn = await one.straight();
      const refusal = await one.turned(turn, await photo(turn));
      expect(refusal).toMatchObject({ code: CODE.photoUnreadable, message: expect.stringMatching(words) as string });
      expect(refusal?.turn).toBe((await one.order()).faceTurn);
      expect(await one.stored()).toEqual(['face']);
    },
  );

  it.each(
    inTurn([
      ['es', /^Giró la cabeza hacia el otro lado/],
      ['sw', /^Kichwa kiligeuzwa upande mwingine/],
    ] as const),
  )('face turned to the other side: the words are in language %s', async (language, words) => {
    const one = await applicant(lender, language);
    const turn = await one.straight();
    expect(await one.turned(turn, await turnedFacePhoto(other(turn)))).toMatchObject({ message: expect.stringMatching(words) as string });
  });

  it('turned face, refused twice: the next photo is stored without a verdict, and a person decides', async () => {
    const one = await applicant();
    let turn = await one.straight();
    for (let tries = 0; tries < 2; tries++) {
      const refusal = await one.turned(turn, await turnedFacePhoto(other(turn)));
      turn = refusal?.turn ?? turn;
      expect(refusal?.turn).toBe((await one.order()).faceTurn);
    }
    expect(await one.turned(turn, await turnedFacePhoto(turn))).toBeNull();
    expect((await identityOf(lender, one.orderNo)).face).toEqual({ is: 'undecided' });
    // A second pair is not recognised either.
    turn = await one.straight();
    expect(await one.turned(turn, await turnedFacePhoto(turn))).toBeNull();
    expect((await identityOf(lender, one.orderNo)).face).toEqual({ is: 'undecided' });
  });

  it('turned face, other turn than requested, or no straight photo: is not judged, and does not count as a try', async () => {
    const one = await applicant();
    const words = /^We are waiting for another photo of your face/;
    expect(await one.turned('left', await turnedFacePhoto('left'))).toMatchObject({
      message: expect.stringMatching(words) as string,
      turn: null,
    });
    const turn = await one.straight();
    for (let tries = 0; tries < 4; tries++)
      expect(await one.turned(other(turn), await turnedFacePhoto(other(turn)))).toMatchObject({
        message: expect.stringMatching(words) as string,
        turn,
      });
    expect(await one.turned(turn, await turnedFacePhoto(turn))).toBeNull();
    const { db } = lender.inside().store;
    const { user_id } = await one.row();
    expect(await db.selectFrom('face_turn').select(['turn', 'refused']).where('user_id', '=', user_id).executeTakeFirst()).toEqual({
      turn: null,
      refused: 0,
    });
  });

  it('turned face that fills the photo: is recognised too', async () => {
    const near = async (photo: Buffer): Promise<Buffer> =>
      sharp(photo).extract({ left: 190, top: 200, width: 520, height: 645 }).jpeg().toBuffer();
    const one = await applicant();
    await one.phone.call('uploadIdFront', { orderNo: one.orderNo }, file(await idFront()));
    const turn = await one.straight(await near(await facePhoto()));
    expect(await one.turned(turn, await near(await turnedFacePhoto(turn)))).toBeNull();
    expect((await one.phone.call('readIdCard', { orderNo: one.orderNo })).face).toEqual({ is: 'recognised' });
  });

  it('turned face, unknown turn: is an invalid field', async () => {
    const one = await applicant();
    await one.straight();
    expect(await one.turned('up' as FaceTurn, await turnedFacePhoto('left'))).toMatchObject({ code: CODE.invalidField });
  });

  it('turned face: the desk shows both photos, and no table has the measured values', async () => {
    const one = await applicant();
    const turn = await one.straight();
    await one.turned(turn, await turnedFacePhoto(turn));
    const { db } = lender.inside().store;
    // The desk shows an application only after it was sent.
    await db.updateTable('loan_order').set({ submitted_at: 1 }).where('order_no', '=', one.orderNo).execute();
    const photoAtDesk = (side: string) => shownAtDesk(lender, 'reviewer', `applications:${one.orderNo}`, `photo-${one.orderNo}-${side}`);
    for (const side of ['face', 'turned']) {
      const answer = await photoAtDesk(side);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 900, height: 1140 });
    }
    expect((await photoAtDesk('front')).status).toBe(404);
    expect(Object.keys((await db.selectFrom('face_turn').selectAll().executeTakeFirst()) ?? {}).toSorted()).toEqual([
      'asked_at',
      'order_id',
      'refused',
      'turn',
      'user_id',
    ]);
  });
});

describe('turn of an earlier order', () => {
  it('turn of an earlier order: is not requested in the next order', async () => {
    const one = await applicant();
    const turn = await one.straight();
    await one.turned(turn, await turnedFacePhoto(other(turn)));
    await one.phone.call('cancelDrawMoney', { orderNo: one.orderNo });
    const { orderNo } = await one.phone.call('applyMarket', { productId: 'first-loan', amount: shillings(2_000), termDays: 91 });
    const next = new Applicant(one.phone, orderNo);
    expect(await next.order()).toMatchObject({ photos: { face: false }, faceTurn: null });
    const asked = await next.straight();
    const { db } = lender.inside().store;
    const { user_id } = await next.row();
    expect(await db.selectFrom('face_turn').select(['turn', 'refused']).where('user_id', '=', user_id).executeTakeFirst()).toEqual({
      turn: asked,
      refused: 0,
    });
  });
});

describe('lender that judges no photo', () => {
  it('lender without a reader: no turn is requested, and one photo of the face is enough', async () => {
    const without = await startLender();
    try {
      const one = await applicant(without);
      await expect(one.straight()).rejects.toThrow('no turn was asked for');
      expect(await one.order()).toMatchObject({ photos: { face: true }, faceTurn: null });
      expect(await one.turned('left', await turnedFacePhoto('left'))).toMatchObject({ code: CODE.photoUnreadable, turn: null });
    } finally {
      await without.stop();
    }
  });
});
