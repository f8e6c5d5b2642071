/** Back and Forward of the phone, and the app's own back arrow: the place they lead to, and the history afterwards. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { NOW, order } from '#screens/samples.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { FakeHistory } from './fakeHistory.ts';
import { filling, openOrder, PERSONAL, start, stopAll } from './routedJourney.ts';

afterEach(() => {
  stopAll();
  vi.useRealTimers();
});

describe('Back and Forward', () => {
  it('Back and Forward: they lead through the visited places', async () => {
    const { history, router, route } = await start('', { signedIn: true });
    router.request('/records');
    router.request('/me');
    router.request('/user_center/about_us');
    await history.back();
    expect(route()).toBe('/me');
    await history.back();
    expect(route()).toBe('/records');
    await history.forward();
    expect(route()).toBe('/me');
    expect(history.trail).toBe(' #/records [#/me] #/user_center/about_us');
  });

  it('Back and Forward, review and the section changed from it: each has its address', async () => {
    const answers = { loanQuestion: { values: complete.loanQuestion, savedAt: NOW, basedOn: null } };
    const journey = await start('', { signedIn: true, order: order(STATUS.question), drafts: answers });
    const { actor, history, router } = journey;
    router.request('/auth/loan_question');
    await history.settled();
    expect(actor.getSnapshot().matches({ places: { apply: { loanQuestion: 'reviewing' } } })).toBe(true);
    expect(history.trail).toBe(' [#/auth/loan_question]');
    actor.send({ type: 'change.requested', section: 'personalInfo', field: 'lastName' });
    await history.settled();
    expect(history.trail).toBe(` #/auth/loan_question [${PERSONAL}]`);
    actor.send({ type: 'back.requested' });
    await history.settled();
    expect(history.trail).toBe(` [#/auth/loan_question] ${PERSONAL}`);
    await history.back();
    expect(journey.route()).toBe('/');
  });

  it('Back and Forward, refused by the chart: leave the history as it was', async () => {
    const { actor, history, router, route } = await start('', filling);
    actor.send({ type: 'application.opened' });
    await history.settled();
    expect(route()).toBe('/auth/personal_infomation');
    actor.send({ type: 'personalInfo.submitted', values: {} });
    const before = history.trail;
    expect(actor.getSnapshot().hasTag('overlay')).toBe(true);

    await history.back();
    expect(route()).toBe('/auth/personal_infomation');
    expect(history.trail).toBe(before);

    router.request('/records');
    await history.settled();
    expect(history.trail).toBe(before);
  });

  it('Back and Forward to a place that is closed by now: show the place that the guards allow', async () => {
    const { actor, history, router, route } = await start('', { signedIn: true });
    router.request('/user_center/settings');
    actor.send({ type: 'logout.requested' });
    await history.settled();
    expect(route()).toBe('/');
    await history.forward();
    expect(history.hash).toBe('#/user/login');
    await history.back();
    expect(route()).toBe('/');
  });

  it('Back, before the first entry: leaves the app', async () => {
    const { history, route } = await start('', { signedIn: true });
    await history.back();
    expect(history.left).toBe(true);
    expect(route()).toBe('/');
  });
});

describe('Back to a place that is closed by now', () => {
  const TO_BORROW = '#/borrow/to_borrow';
  /** Opens an order on the page of the choice, to which no link leads afterwards. */
  const opened = async (hash = '') => {
    const journey = await start(hash, { signedIn: true });
    if (!hash) journey.actor.send({ type: 'application.opened' });
    await journey.history.settled();
    expect(journey.route()).toBe('/borrow/to_borrow');
    await openOrder(journey);
    expect(journey.route()).toBe('/auth/personal_infomation');
    return journey;
  };

  it("Back to a place that is closed by now: the first press leads to the same place as the app's own arrow", async () => {
    const { history, route } = await opened();
    expect(history.trail).toBe(` ${TO_BORROW} [${PERSONAL}]`);
    await history.back();
    expect(route()).toBe('/');
    expect(history.position).toBe(0);
    expect(history.left).toBe(false);
  });

  it('Back to a place that is closed by now, repeated: does not make the history longer', async () => {
    const { actor, history, route } = await opened();
    const { length } = history.entries;
    for (let round = 0; round < 4; round++) {
      await history.back();
      expect(route()).toBe('/');
      expect(history.position).toBe(0);
      actor.send({ type: 'application.opened' });
      await history.settled();
      expect(route()).toBe('/auth/personal_infomation');
    }
    expect(history.entries.length).toBeLessThanOrEqual(length);
  });

  it('Back to a place that is closed by now, Forward: does not reach it either', async () => {
    const { history, route } = await opened();
    await history.back();
    const before = history.trail;
    await history.forward();
    expect(route()).toBe('/');
    expect(history.trail).toBe(before);
  });

  it('Back to a place that is closed by now, no entry below: the new place replaces it', async () => {
    const { history, route } = await opened(TO_BORROW);
    await history.back();
    expect(route()).toBe('/');
    expect(history.trail).toBe(`[#/] ${PERSONAL}`);
    expect(history.left).toBe(false);
    await history.back();
    expect(history.left).toBe(true);
  });

  it('Back to a place that is closed by now, from home: skips it, so that the app can be left', async () => {
    const { history, route } = await opened(TO_BORROW);
    await history.type('#/');
    expect(history.trail).toBe(`${TO_BORROW} ${PERSONAL} [#/]`);
    history.go(-2);
    await history.settled();
    expect(route()).toBe('/');
    expect(history.position).toBe(0);
    expect(history.hash).toBe('#/');
  });

  it('Back to a place that is closed by now, call running: changes nothing', async () => {
    const { actor, history, route } = await opened();
    actor.send({ type: 'personalInfo.submitted', values: {} });
    const before = history.trail;
    await history.back();
    expect(actor.getSnapshot().hasTag('overlay')).toBe(true);
    expect(route()).toBe('/auth/personal_infomation');
    expect(history.trail).toBe(before);
  });
});

describe('back arrow of the app', () => {
  it('back arrow of the app: it leads to the place of the link, or to the parent', async () => {
    const { actor, history, router, route } = await start('', { signedIn: true });
    const press = async (path: string): Promise<void> => {
      router.request(path);
      await history.settled();
    };
    const arrow = async (): Promise<void> => {
      actor.send({ type: 'back.requested' });
      await history.settled();
    };
    await press('/me');
    await press('/user_center/settings');
    await press('/pop');
    await arrow();
    expect(route()).toBe('/user_center/settings');
    await history.type('#/pop');
    await arrow();
    expect(route()).toBe('/');
  });

  it('back arrow of the app: it goes back in the history instead of adding to it', async () => {
    const { actor, history, router } = await start('', { signedIn: true });
    for (let round = 0; round < 3; round++) {
      router.request('/me');
      await history.settled();
      router.request('/user_center/about_us');
      await history.settled();
      actor.send({ type: 'back.requested' });
      await history.settled();
      actor.send({ type: 'back.requested' });
      await history.settled();
    }
    expect(history.trail).toBe('[] #/me #/user_center/about_us');
  });

  it('back arrow of the app, from a deep place to home: every entry above home is left', async () => {
    const { actor, history, router } = await start('', { signedIn: true, order: order(STATUS.question) });
    for (const path of ['/auth/personal_infomation', '/auth/additionalInfomation', '/auth/id_card_authentication']) {
      router.request(path);
      await history.settled();
    }
    router.request('/auth/loan_question');
    await history.settled();
    actor.send({ type: 'back.requested' });
    await history.settled();
    expect(history.position).toBe(0);
  });
});

it('browser that dropped an entry: the app goes on', async () => {
  const history = new FakeHistory();
  const { actor, router } = await start('', { signedIn: true, history });
  router.request('/me');
  await history.settled();
  history.go = () => undefined;
  vi.useFakeTimers();
  actor.send({ type: 'back.requested' });
  await vi.advanceTimersByTimeAsync(999);
  expect(history.hash).toBe('#/me');
  await vi.advanceTimersByTimeAsync(1);
  expect(history.hash).toBe('#/');
});
