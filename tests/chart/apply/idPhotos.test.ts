/** The photos of an application: what the lender read, beside what was typed. */
import { describe, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import type { IdentityCheck } from '#machines/model/identityCheck.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { cardLines, identity } from '#screens/samples.ts';
import { orderIn } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal } from '../chartDriver.ts';

const order = orderIn(STATUS.identityOcr);
const withoutFront = { ...order, photos: { front: false, back: false, face: false } };
const differing: IdentityCheck = {
  ...identity,
  card: { is: 'read', lines: { ...cardLines, number: { ...cardLines.number, typed: '12345687', agrees: false } } },
};

describe('photos, no front yet', () => {
  it('asks nothing of the lender', async () => {
    const journey = (await asBorrower(withoutFront)).open('#idPhotos');
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.calls).toEqual([]);
  });

  it('front arrives: what was read is loaded, and shown', async () => {
    const journey = (await asBorrower(withoutFront)).open('#idPhotos');
    journey.send({ type: 'photo.taken', side: 'front', handle: 'photo-1' });
    await journey.answer('uploadPhoto');
    expect(journey.at).toBe('idPhotos.comparing');
    await journey.answer('checkIdentity', differing);
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.answers.checkIdentity).toEqual({ is: 'loaded', value: differing });
  });

  it('front is refused: what was read is not loaded', async () => {
    const journey = (await asBorrower(withoutFront)).open('#idPhotos');
    journey.send({ type: 'photo.taken', side: 'front', handle: 'photo-1' });
    await journey.fail('uploadPhoto', refusal(CODE.photoUnreadable));
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.calls).toEqual([]);
  });
});

describe('photos, the lender has a front', () => {
  const atPhotos = async (check = differing) => (await asBorrower(order)).open('#idPhotos').answer('checkIdentity', check);

  it('opened: what was read is loaded first', async () => {
    expect((await asBorrower(order)).open('#idPhotos').at).toBe('idPhotos.comparing');
  });

  it('what was read does not arrive: the photos can be taken all the same', async () => {
    const journey = await (await asBorrower(order)).open('#idPhotos').fail('checkIdentity', noAnswer);
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.answers.checkIdentity).toEqual({ is: 'failed' });
    expect(journey.context.problem).toBeNull();
  });

  it('difference: the typed value is corrected in its form, and the comparison is loaded again', async () => {
    const journey = await atPhotos();
    journey.send({ type: 'change.requested', section: 'personalInfo', field: 'nationalId' });
    expect(journey.at).toBe('personalInfo.editing');
    expect(journey.context.changing).toEqual({ section: 'personalInfo', field: 'nationalId' });
    await journey.send({ type: 'personalInfo.submitted', values: { nationalId: '12345678' } }).answer('savePersonalInfo', order);
    expect(journey.at).toBe('idPhotos.comparing');
    expect(journey.context.answers.checkIdentity, 'the earlier comparison').toEqual({ is: 'loading' });
  });

  it('another section: is not opened from here', async () => {
    const journey = await atPhotos();
    journey.send({ type: 'change.requested', section: 'bankAccount', field: 'mobile' });
    expect(journey.at).toBe('idPhotos.waiting');
  });

  it('difference is left: the application goes on', async () => {
    const journey = await (
      await asBorrower({ ...order, photos: { front: true, back: true, face: true } })
    )
      .open('#idPhotos')
      .answer('checkIdentity', differing);
    expect(journey.send({ type: 'identity.submitted' }).at).toBe('idPhotos.finishing');
  });
});

describe('camera of the page', () => {
  const opening = async () => (await asBorrower(withoutFront)).open('#idPhotos').send({ type: 'camera.opened', side: 'front' });
  const aiming = async () => (await opening()).answer('openCamera', { handle: 'camera-1' });

  it('opens for one side, and its photo is sent as any other', async () => {
    const journey = await aiming();
    expect(journey.at).toBe('idPhotos.camera.aiming');
    expect(journey.context.camera).toEqual({ is: 'open', side: 'front', handle: 'camera-1' });
    journey.send({ type: 'photo.taken', side: 'front', handle: 'photo-1' });
    expect(journey.at).toBe('idPhotos.uploading');
    expect(journey.context.camera).toEqual({ is: 'closed' });
  });

  it.each(['refused', 'missing'] as const)('%s: says so, and the photos can be taken otherwise', async (obstacle) => {
    const journey = await (await opening()).answer('openCamera', { obstacle });
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.camera).toEqual({ is: 'failed', obstacle });
    expect(journey.send({ type: 'photo.taken', side: 'front', handle: 'photo-1' }).at).toBe('idPhotos.uploading');
  });

  it('the browser fails: is treated as one without a camera', async () => {
    const journey = await (await opening()).fail('openCamera', noAnswer);
    expect(journey.context.camera).toEqual({ is: 'failed', obstacle: 'missing' });
  });

  it('another app takes the camera: says so', async () => {
    const journey = (await aiming()).send({ type: 'camera.failed' });
    expect(journey.at).toBe('idPhotos.waiting');
    expect(journey.context.camera).toEqual({ is: 'failed', obstacle: 'missing' });
  });

  it.each(['camera.closed', 'picker.cancelled', 'back.requested'] as const)(
    '%s, also while it is being opened: the photos are shown',
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
