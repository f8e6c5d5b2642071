import { describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { keepDevice } from '#src/app/keepDevice.ts';
import { openStorage } from '#src/app/storage.ts';
import { order } from '#screens/samples.ts';
import { start } from '#tests/router/journey.ts';

const VALUES = { firstName: 'Amina' };

/** A borrower in the middle of the personal form, on a phone that can be full. */
async function filling() {
  const journey = await start('#/auth/personal_infomation', { signedIn: true, order: order(STATUS.basicInfo) });
  let isFull = false;
  let text: string | null = null;
  const storage = openStorage(() => ({
    getItem: () => text,
    setItem: (_, value) => {
      if (isFull) throw new DOMException('no room', 'QuotaExceededError');
      text = value;
    },
  }));
  storage.keepSession({ token: 'sample', userId: '1042', mobile: '254712345678' }, 'app');
  keepDevice(journey.actor, storage);
  const save = (values: Record<string, string>): void => journey.actor.send({ type: 'draft.saved', section: 'personalInfo', values });
  return { ...journey, storage, save, fill: (full: boolean) => void (isFull = full) };
}

describe('drafts', () => {
  it('are written the moment they are saved', async () => {
    const { storage, save } = await filling();
    save(VALUES);
    expect(storage.read().drafts.personalInfo?.values).toEqual(VALUES);
  });

  it('that the phone did not keep are said once, and again after it worked in between', async () => {
    const { actor, fill, save } = await filling();
    const notices = () => actor.getSnapshot().context.notice?.key ?? null;
    fill(true);
    save(VALUES);
    expect(notices()).toBe('draftNotKept');
    actor.send({ type: 'notice.dismissed' });
    save({ ...VALUES, lastName: 'O' });
    expect(notices()).toBeNull();
    fill(false);
    save({ ...VALUES, lastName: 'Ot' });
    fill(true);
    save({ ...VALUES, lastName: 'Oti' });
    expect(notices()).toBe('draftNotKept');
  });
});

describe('the place to come back to', () => {
  it('is the form, also while a sheet is open, and nothing once home is reached', async () => {
    const { actor, storage, history, router } = await filling();
    actor.send({ type: 'picker.opened', field: 'gender' });
    expect(storage.read().resume).toBe('#personalInfo');
    actor.send({ type: 'picker.cancelled' });
    router.request('/');
    await history.settled();
    expect(storage.read().resume).toBeNull();
  });

  it('is no call under way', async () => {
    const { actor, storage } = await filling();
    storage.keepResume(null);
    actor.send({ type: 'personalInfo.submitted', values: VALUES });
    expect(storage.read().resume).toBeNull();
  });
});

it('the language stays with the phone', async () => {
  const { actor, storage } = await filling();
  actor.send({ type: 'language.chosen', language: 'sw' });
  expect(storage.read().language).toBe('sw');
});
