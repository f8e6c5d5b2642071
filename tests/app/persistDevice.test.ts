import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { journeyMachine } from '#machines/journey.machine.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { persistDevice } from '#src/app/persistDevice.ts';
import { order } from '#screens/samples.ts';
import { createEnvironment } from '#tests/paths/environment.ts';
import { start, stopAll } from '#tests/router/routedJourney.ts';
import { openPhone } from '#tests/support/phoneKey.ts';
import { phoneStore } from './phoneStore.ts';

afterEach(stopAll);

const VALUES = { firstName: 'Amina' };

/** A borrower in the middle of the personal form, on a phone whose storage can be full. */
async function filling() {
  const journey = await start('#/auth/personal_infomation', { signedIn: true, order: order(STATUS.basicInfo) });
  let isFull = false;
  let text: string | null = null;
  const storage = openPhone({
    getItem: () => text,
    setItem: (_, value) => {
      if (isFull) throw new DOMException('no room', 'QuotaExceededError');
      text = value;
    },
  });
  storage.keepSession({ token: 'sample', userId: '1042', mobile: '254712345678' }, 'app');
  persistDevice(journey.actor, storage);
  const save = (values: Record<string, string>): void => journey.actor.send({ type: 'draft.saved', section: 'personalInfo', values });
  return { ...journey, storage, save, fill: (full: boolean) => void (isFull = full) };
}

describe('drafts on the phone', () => {
  it('drafts on the phone, saved: are stored at once', async () => {
    const { storage, save } = await filling();
    save(VALUES);
    expect(storage.read().drafts.personalInfo?.values).toEqual(VALUES);
  });

  it('drafts on the phone, not stored: one message, and another one only after a success in between', async () => {
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

describe('language on the phone', () => {
  it('link or lost connection before the phone was read: the stored language stays', () => {
    let text: string | null = null;
    const storage = openPhone({ getItem: () => text, setItem: (_, value) => void (text = value) });
    storage.keepLanguage('sw');
    const actor = createActor(createEnvironment(journeyMachine).machine).start();
    const forget = persistDevice(actor, storage);
    expect(actor.getSnapshot().matches('boot')).toBe(true);
    actor.send({ type: 'xstate.route', to: '#records' });
    actor.send({ type: 'network.changed', online: false });
    expect(storage.read().language).toBe('sw');
    forget();
    actor.stop();
  });
});

describe('place to resume', () => {
  it('form open, also under a sheet: it is the place to resume, and nothing is once home is reached', async () => {
    const { actor, storage, history, router } = await filling();
    actor.send({ type: 'picker.opened', field: 'gender' });
    expect(storage.read().resume).toBe('#personalInfo');
    actor.send({ type: 'picker.cancelled' });
    router.request('/');
    await history.settled();
    expect(storage.read().resume).toBeNull();
  });

  it('state with a running call: it is no place to resume', async () => {
    const { actor, storage } = await filling();
    storage.keepResume(null);
    actor.send({ type: 'personalInfo.submitted', values: VALUES });
    expect(storage.read().resume).toBeNull();
  });
});

describe('awaited code', () => {
  const HASH = '#/user/login';
  /** A visitor who was sent a code, on a phone that stores what it should. */
  async function awaiting() {
    const journey = await start('', {});
    let text: string | null = null;
    const storage = openPhone({ getItem: () => text, setItem: (_, value) => void (text = value) });
    persistDevice(journey.actor, storage);
    journey.actor.send({ type: 'application.opened' });
    await journey.history.settled();
    journey.actor.send({ type: 'mobile.submitted', mobile: '0712345678' });
    await journey.history.settled();
    expect(journey.actor.getSnapshot().matches({ places: { user: { login: 'enteringCode' } } })).toBe(true);
    return { ...journey, storage };
  }

  it('awaited code, web view killed: number, countdown and purpose are restored', async () => {
    const { actor, history, storage, stop } = await awaiting();
    const { codeAgainAt } = actor.getSnapshot().context.signIn;
    stop();
    const { awaitedCode } = storage.read();
    const again = await start(HASH, { history: history.reloaded(), awaitedCode });
    const snapshot = again.actor.getSnapshot();
    expect(snapshot.matches({ places: { user: { login: 'enteringCode' } } })).toBe(true);
    expect(snapshot.context).toMatchObject({ signIn: { mobile: '0712345678', codeAgainAt }, awaitedCode: null });
    again.actor.send({ type: 'code.submitted', code: '123456' });
    await again.history.settled();
    expect(again.route()).toBe('/borrow/to_borrow');
    await again.history.back();
    expect(again.route()).toBe('/');
  });

  it('awaited code, app opened without a link: stands above home', async () => {
    const { storage } = await awaiting();
    const again = await start('', { awaitedCode: storage.read().awaitedCode });
    expect(again.history.trail).toBe(` [${HASH}]`);
    await again.history.back();
    expect(again.route()).toBe('/');
  });

  it('awaited code, borrower followed a link: is forgotten', async () => {
    const { actor, storage } = await awaiting();
    expect(storage.read().awaitedCode).not.toBeNull();
    actor.send({ type: 'xstate.route', to: '#faq' });
    expect(storage.read().awaitedCode).toBeNull();
  });

  it.each([
    ['another number requested', { type: 'mobile.changeRequested' }],
    ['borrower went back', { type: 'back.requested' }],
  ] as const)('awaited code, %s: is not awaited any more, and its number stays', async (_, event) => {
    const { actor, storage } = await awaiting();
    actor.send(event);
    const { awaitedCode } = storage.read();
    expect(awaitedCode).toMatchObject({ mobile: '0712345678', codeAgainAt: 0 });
    const again = await start(HASH, { awaitedCode });
    expect(again.actor.getSnapshot().matches({ places: { user: { login: 'enteringMobile' } } })).toBe(true);
    expect(again.actor.getSnapshot().context.signIn.mobile).toBe('0712345678');
  });

  it.each([
    ['signing in', HASH],
    ['registering', '#/user/register'],
  ])('number typed for %s, web view closed: is there at the next start, and forgotten when the page is left', async (_, hash) => {
    const journey = await start(hash);
    const storage = openPhone(phoneStore());
    persistDevice(journey.actor, storage);
    expect(storage.read().awaitedCode).toBeNull();
    journey.actor.send({ type: 'mobile.typed', mobile: '71234' });
    const { awaitedCode } = storage.read();
    const again = await start(hash, { awaitedCode });
    expect(again.route()).toBe(hash.slice(1));
    expect(again.actor.getSnapshot().context.signIn.mobile).toBe('71234');
    journey.actor.send({ type: 'xstate.route', to: '#faq' });
    expect(storage.read().awaitedCode).toBeNull();
  });

  it('awaited code, being checked: stays stored until it is accepted', async () => {
    const { actor, history, storage } = await awaiting();
    actor.send({ type: 'code.submitted', code: '123456' });
    expect(storage.read().awaitedCode).not.toBeNull();
    await history.settled();
    expect(storage.read().awaitedCode).toBeNull();
  });
});

it('language chosen: stays on the phone', async () => {
  const { actor, storage } = await filling();
  actor.send({ type: 'language.chosen', language: 'sw' });
  expect(storage.read().language).toBe('sw');
});

it('appearance chosen: stays on the phone when the borrower signs out', async () => {
  const { actor, storage } = await filling();
  actor.send({ type: 'xstate.route', to: '#settings' });
  actor.send({ type: 'appearance.chosen', appearance: 'dark' });
  expect(storage.read().appearance).toBe('dark');
  storage.forgetBorrower();
  expect(storage.read().appearance).toBe('dark');
});

describe('session ended by the lender', () => {
  it('session ended by the lender: the end is stored until the borrower dismisses the note', async () => {
    const { actor, storage } = await filling();
    actor.send({ type: 'session.lost', epoch: actor.getSnapshot().context.epoch, problem: { code: 10010303, message: '' } });
    expect(storage.read().lostSession).toBe(true);
    await expect.poll(() => actor.getSnapshot().matches({ places: { tabs: { home: 'shown' } } })).toBe(true);
    expect(storage.read().lostSession).toBe(true);
    actor.send({ type: 'lostSession.noted' });
    expect(storage.read().lostSession).toBe(false);
  });

  it('session ended by another tab, which has stored why: this tab stores nothing else', async () => {
    const { actor, storage } = await filling();
    const { epoch } = actor.getSnapshot().context;
    actor.send({ type: 'session.lost', epoch, problem: { code: 10010301, message: '' }, isElsewhere: true });
    await expect.poll(() => actor.getSnapshot().matches({ places: { tabs: { home: 'shown' } } })).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({ session: null, notice: { key: 'sessionEnded' } });
    expect(storage.read().lostSession).toBe(false);
  });
});
