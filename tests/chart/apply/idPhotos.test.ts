/** The photos of an application: the values that the lender read, beside the typed ones. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import type { IdentityCheck } from '#machines/model/identityCheck.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { cardLines, identity } from '#screens/samples.ts';
import { homeWith, orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal } from '../chartDriver.ts';

const order = orderIn(STATUS.identityOcr);
const withoutFront = { ...order, photos: { front: false, back: false, face: false } };
const differing: IdentityCheck = {
  ...identity,
  card: { is: 'read', lines: { ...cardLines, number: { ...cardLines.number, typed: '12345687', agrees: false } } },
};

describe('photos, no front yet', () => {
  it('photos, no front yet: the lender is not called', async () => {
    const journey = (await asBorrower(withoutFront)).open('#idPhotos');
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.calls).toEqual([]);
  });

  it('front arrives at the lender: the values that were read are loaded, and shown', async () => {
    const journey = (await asBorrower(withoutFront)).open('#idPhotos');
    journey.send({ type: 'photo.taken', side: 'front', handle: 'photo-1' });
    await journey.answer('uploadPhoto');
    expect(journey.at).toBe('idPhotos.comparing');
    await journey.answer('checkIdentity', differing);
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.answers.checkIdentity).toEqual({ is: 'loaded', value: differing });
  });

  it('front is refused: no read values are loaded', async () => {
    const journey = (await asBorrower(withoutFront)).open('#idPhotos');
    journey.send({ type: 'photo.taken', side: 'front', handle: 'photo-1' });
    await journey.fail('uploadPhoto', refusal(CODE.photoUnreadable));
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.calls).toEqual([]);
  });
});

describe('photos, a person asks for the front again', () => {
  const photoRequest = { sides: ['front' as const], words: 'The number cannot be read.' };
  const asked = { ...order, photos: { front: false, back: true, face: true }, photoRequest };

  it('photos, a person asks for the front again, wait page: leads to the photos, and the front that the phone remembers has to be taken anew', async () => {
    const journey = (await asBorrower({ ...order, photos: { front: true, back: true, face: true } })).open('#idPhotos');
    await journey.answer('checkIdentity', identity);
    expect(journey.context.photos.front.is).toBe('clear');
    journey.send({ type: 'identity.submitted' });
    await journey.answer('finishPhotos', { ...orderIn(STATUS.applying), orderNo: order.orderNo });
    expect(journey.at).toBe('reviewTips.waiting');
    journey.send({ type: 'refresh.requested' });
    await journey.answer('checkReview', homeWith(asked));
    expect(journey.at).toBe('reviewTips.waiting');
    journey.send({ type: 'order.opened' });
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.photos).toMatchObject({ front: { is: 'missing' }, back: { is: 'clear' } });
    expect(journey.context.order?.photoRequest).toEqual(photoRequest);
  });
});

describe('photos, the lender has a front', () => {
  const atPhotos = async (check = differing) => (await asBorrower(order)).open('#idPhotos').answer('checkIdentity', check);

  it('photos, the lender has a front, opened: the read values are loaded first', async () => {
    expect((await asBorrower(order)).open('#idPhotos').at).toBe('idPhotos.comparing');
  });

  it('text of the card, not arrived: the photos can be taken all the same', async () => {
    const journey = await (await asBorrower(order)).open('#idPhotos').fail('checkIdentity', noAnswer);
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.answers.checkIdentity).toEqual({ is: 'failed' });
    expect(journey.context.problem).toBeNull();
  });

  it('photos, the lender has a front, difference: the typed value is corrected in its form, and the comparison is loaded again', async () => {
    const journey = await atPhotos();
    journey.send({ type: 'change.requested', section: 'personalInfo', field: 'nationalId' });
    expect(journey.at).toBe('personalInfo.editing');
    expect(journey.context.changing).toEqual({ section: 'personalInfo', field: 'nationalId' });
    await journey.send({ type: 'personalInfo.submitted', values: { nationalId: '12345678' } }).answer('savePersonalInfo', order);
    expect(journey.at).toBe('idPhotos.comparing');
    expect(journey.context.answers.checkIdentity, 'the earlier comparison').toEqual({ is: 'loading' });
  });

  it('photos, the lender has a front, another section: is not opened from here', async () => {
    const journey = await atPhotos();
    journey.send({ type: 'change.requested', section: 'bankAccount', field: 'mobile' });
    expect(journey.at).toBe('idPhotos.waiting');
  });

  it('photo of the front, difference is left: the application goes on', async () => {
    const journey = await (
      await asBorrower({ ...order, photos: { front: true, back: true, face: true } })
    )
      .open('#idPhotos')
      .answer('checkIdentity', differing);
    expect(journey.send({ type: 'identity.submitted' }).at).toBe('idPhotos.finishing');
  });
});

describe('face, the lender asks to turn the head', () => {
  const twoSides = { ...order, photos: { front: true, back: true, face: false } };
  const atFace = async (faceTurn: FaceTurn | null = null) =>
    (await asBorrower({ ...twoSides, faceTurn })).open('#idPhotos').answer('checkIdentity', identity);
  const turn = 'left' as const;
  const asked = async () => {
    const journey = (await atFace()).send({ type: 'photo.taken', side: 'face', handle: 'photo-1' });
    return journey.answer('uploadPhoto', { turn });
  };
  const sent = async () => (await asked()).send({ type: 'turnedPhoto.taken', turn, handle: 'photo-2' });

  it('straight photo arrived: the turn is asked for, and the photos are not complete', async () => {
    const journey = await asked();
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.photos.face).toEqual({ is: 'turnAsked', handle: 'photo-1', turn, problem: null });
    journey.send({ type: 'identity.submitted' });
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.problem?.code).toBe(LOCAL.photosMissing);
  });

  it('face, the lender asks to turn the head, turned photo: is sent with the turn, and completes the photos', async () => {
    const journey = await sent();
    expect(journey.at).toBe('idPhotos.uploading');
    expect(journey.inputOf('uploadPhoto')).toMatchObject({ side: 'face', handle: 'photo-2', turn });
    await journey.answer('uploadPhoto', { turn: null });
    expect(journey.context.photos.face).toEqual({ is: 'clear', handle: 'photo-2' });
    await journey.answer('checkIdentity', identity);
    expect(journey.send({ type: 'identity.submitted' }).at).toBe('idPhotos.finishing');
  });

  it('face turned to a side that is not asked for any more: is not sent', async () => {
    const journey = (await asked()).send({ type: 'turnedPhoto.taken', turn: 'right', handle: 'photo-2' });
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.calls).toEqual([]);
  });

  it('no turn asked for: a turned photo is not sent', async () => {
    expect((await atFace()).send({ type: 'turnedPhoto.taken', turn, handle: 'photo-2' }).at).toBe('idPhotos.waiting');
  });

  it('turned photo refused: says why, and asks for the turn that the lender drew next', async () => {
    const why = { ...refusal(CODE.photoUnreadable), turn: 'right' as const };
    const journey = await (await sent()).fail('uploadPhoto', why);
    expect(journey.context.photos.face).toEqual({ is: 'turnAsked', handle: 'photo-2', turn: 'right', problem: why });
    expect(journey.send({ type: 'turnedPhoto.taken', turn: 'right', handle: 'photo-3' }).at).toBe('idPhotos.uploading');
  });

  it('turned photo without an answer: the same turn is asked for again', async () => {
    const journey = await (await sent()).fail('uploadPhoto', noAnswer);
    expect(journey.context.photos.face).toEqual({ is: 'turnAsked', handle: 'photo-2', turn, problem: noAnswer });
  });

  it('face, the lender asks to turn the head, two people: both photos are taken again', async () => {
    const why = { ...refusal(CODE.photoUnreadable), turn: null };
    const journey = await (await sent()).fail('uploadPhoto', why);
    expect(journey.context.photos.face).toEqual({ is: 'failed', handle: 'photo-2', problem: why });
    expect(journey.send({ type: 'turnedPhoto.taken', turn, handle: 'photo-3' }).at).toBe('idPhotos.waiting');
    journey.send({ type: 'photo.taken', side: 'face', handle: 'photo-4' });
    expect(journey.inputOf('uploadPhoto')).toMatchObject({ handle: 'photo-4', turn: null });
  });

  it('photo of a turned face, file that is no photo: the turn stays asked for', async () => {
    const problem = { code: LOCAL.photoUnreadable, message: '' };
    const journey = (await asked()).send({ type: 'photo.refused', side: 'face', problem });
    expect(journey.context.photos.face).toEqual({ is: 'turnAsked', handle: null, turn, problem });
  });

  it('photo of a turned face, app closed in between: the turn is asked for again from the start', async () => {
    const journey = await atFace('right');
    expect(journey.context.photos.face).toEqual({ is: 'turnAsked', handle: null, turn: 'right', problem: null });
  });

  it('turn of a later version of the lender: the straight photo is taken', async () => {
    expect((await atFace('up' as FaceTurn)).context.photos.face).toEqual({ is: 'missing' });
  });

  it('camera of the page: its photo is the turned one', async () => {
    const journey = await (await asked()).send({ type: 'camera.opened', side: 'face' }).answer('openCamera', { handle: 'camera-1' });
    journey.send({ type: 'turnedPhoto.taken', turn: 'right', handle: 'photo-2' });
    expect(journey.at).toBe('idPhotos.camera.aiming');
    journey.send({ type: 'turnedPhoto.taken', turn, handle: 'photo-2' });
    expect(journey.at).toBe('idPhotos.uploading');
    expect(journey.context.camera).toEqual({ is: 'closed' });
  });

  it('recording of an earlier version, whose answer names no turn: the photo is complete', async () => {
    const journey = (await atFace()).send({ type: 'photo.taken', side: 'face', handle: 'photo-1' });
    await journey.answer('uploadPhoto');
    expect(journey.context.photos.face).toEqual({ is: 'clear', handle: 'photo-1' });
  });
});

describe('camera of the page', () => {
  const opening = async () => (await asBorrower(withoutFront)).open('#idPhotos').send({ type: 'camera.opened', side: 'front' });
  const aiming = async () => (await opening()).answer('openCamera', { handle: 'camera-1' });

  it('camera of the page: it opens for one side, and its photo is sent as any other', async () => {
    const journey = await aiming();
    expect(journey.at).toBe('idPhotos.camera.aiming');
    expect(journey.context.camera).toEqual({ is: 'open', side: 'front', handle: 'camera-1' });
    journey.send({ type: 'photo.taken', side: 'front', handle: 'photo-1' });
    expect(journey.at).toBe('idPhotos.uploading');
    expect(journey.context.camera).toEqual({ is: 'closed' });
  });

  it.each(['refused', 'missing'] as const)('camera of the page, %s: says so, and the photos can be taken otherwise', async (obstacle) => {
    const journey = await (await opening()).answer('openCamera', { obstacle });
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.camera).toEqual({ is: 'failed', obstacle });
    expect(journey.send({ type: 'photo.taken', side: 'front', handle: 'photo-1' }).at).toBe('idPhotos.uploading');
  });

  it('camera of the page, the browser fails: is treated as a browser without a camera', async () => {
    const journey = await (await opening()).fail('openCamera', noAnswer);
    expect(journey.context.camera).toEqual({ is: 'failed', obstacle: 'missing' });
  });

  it('camera of the page, taken by another app: says so', async () => {
    const journey = (await aiming()).send({ type: 'camera.failed' });
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.camera).toEqual({ is: 'failed', obstacle: 'missing' });
  });

  it.each(['camera.closed', 'picker.cancelled', 'back.requested'] as const)(
    'camera of the page, %s, also while it is being opened: the photos are shown',
    async (type) => {
      for (const journey of [await opening(), await aiming()]) {
        expect(journey.is('sheet')).toBe(true);
        expect(journey.send({ type }).at).toBe('idPhotos.waiting');
        expect(journey.context.camera).toEqual({ is: 'closed' });
        expect(journey.calls).toEqual([]);
      }
    },
  );
});
