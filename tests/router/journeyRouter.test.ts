import { afterEach, describe, expect, it } from 'vitest';
import type { Session } from '#machines/context.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { amina, NOW, order } from '#screens/samples.ts';
import { complete } from '#tests/forms/samples.ts';
import { FakeHistory } from './fakeHistory.ts';
import { openOrder, signIn, start, stopAll } from './journey.ts';

afterEach(stopAll);

const PERSONAL = '#/auth/personal_infomation';
const filling = { signedIn: true, order: order(STATUS.basicInfo) };

describe('opening the app', () => {
  it('without a link is home', async () => {
    const { history, route } = await start();
    expect(route()).toBe('/');
    expect(history.entries).toHaveLength(1);
  });

  it('by a link opens the place, with nothing else in the history', async () => {
    const { history } = await start('#/records', { signedIn: true });
    expect(history.trail).toBe('[#/records]');
  });

  it('by a link that is refused shows where the borrower is instead', async () => {
    const { history } = await start('#/borrow/confirm_borrow', { signedIn: true });
    expect(history.trail).toBe('[#/]');
  });

  it('by an unknown path is home', async () => {
    const { history } = await start('#/no/such/place?x=1');
    expect(history.trail).toBe('[#/]');
  });

  it.each([
    ['#/auth/personal_information', PERSONAL],
    ['#/auth', PERSONAL],
    ['#/user_center', '#/user_center/settings'],
    ['#/user_center/settings/', '#/user_center/settings'],
    ['#/home', '#/'],
  ])("by %s shows the specification's spelling", async (typed, shown) => {
    const { history } = await start(typed, filling);
    expect(history.trail).toBe(`[${shown}]`);
  });

  it('by a promotion link brings its query to the chart and keeps it in the address', async () => {
    const { actor, history } = await start('#/yx3?channelId=7&utm=a%20b+c');
    expect(actor.getSnapshot().context.query).toEqual({ channelId: '7', utm: 'a b c' });
    expect(history.trail).toBe('[#/yx3?channelId=7&utm=a%20b%20c]');
  });

  it('where it was left stands above home, so that Back leads there', async () => {
    const { history, route } = await start('', { ...filling, resume: '#personalInfo' });
    expect(history.entries.map(({ hash }) => hash)).toEqual(['', PERSONAL]);
    await history.back();
    expect(route()).toBe('/');
    expect(history.left).toBe(false);
  });

  it('again after a reload knows its own history', async () => {
    const before = await start('', { signedIn: true });
    before.router.request('/records');
    before.router.request('/me');
    await before.history.settled();
    before.stop();
    const { history, route } = await start('', { signedIn: true, history: before.history.reloaded() });
    expect(route()).toBe('/me');
    await history.back();
    expect(route()).toBe('/records');
    expect(history.entries).toHaveLength(3);
  });
});

describe('a private link of someone signed out', () => {
  it("is followed after the shell's login, in the same entry", async () => {
    let open: (session: Session) => void = () => undefined;
    const { history, route } = await start('#/records', { shellLogin: new Promise((resolve) => (open = resolve)) });
    expect(history.trail).toBe('[#/records]');
    open(amina.session as Session);
    await history.settled();
    expect(route()).toBe('/records');
    expect(history.trail).toBe('[#/records]');
  });

  it("is followed after the app's own login where there is no shell, and login leaves no trace", async () => {
    const journey = await start('#/records');
    expect(journey.history.trail).toBe('[#/user/login]');
    await signIn(journey);
    expect(journey.route()).toBe('/records');
    expect(journey.history.trail).toBe('[#/records]');
  });

  it('pressed at home stands above home', async () => {
    const journey = await start();
    journey.router.request('/user_center/settings');
    await journey.history.settled();
    expect(journey.history.trail).toBe(' [#/user/login]');
    await signIn(journey);
    expect(journey.history.trail).toBe(' [#/user_center/settings]');
    await journey.history.back();
    expect(journey.route()).toBe('/');
  });
});

describe('Back and Forward', () => {
  it('walk through the places', async () => {
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

  it('lead between the review and what is changed in it: a part of a place with a title of its own has its address', async () => {
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

  it('refused leave the history as it was', async () => {
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

  it('to a place that is closed by now show where the guards lead', async () => {
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

  it("past the first entry leave the app, which is the phone's business", async () => {
    const { history, route } = await start('', { signedIn: true });
    await history.back();
    expect(history.left).toBe(true);
    expect(route()).toBe('/');
  });
});

describe('Back to a place that is closed by now', () => {
  const TO_BORROW = '#/borrow/to_borrow';
  /** The order was opened from a page that no link leads to any more. */
  const opened = async (hash = '') => {
    const journey = await start(hash, { signedIn: true });
    if (!hash) journey.actor.send({ type: 'application.opened' });
    await journey.history.settled();
    expect(journey.route()).toBe('/borrow/to_borrow');
    await openOrder(journey);
    expect(journey.route()).toBe('/auth/personal_infomation');
    return journey;
  };

  it("leads where the app's own arrow leads, at the first time", async () => {
    const { history, route } = await opened();
    expect(history.trail).toBe(` ${TO_BORROW} [${PERSONAL}]`);
    await history.back();
    expect(route()).toBe('/');
    expect(history.position).toBe(0);
    expect(history.left).toBe(false);
  });

  it('does not make the history longer, however often', async () => {
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

  it('is not reached by Forward either', async () => {
    const { history, route } = await opened();
    await history.back();
    const before = history.trail;
    await history.forward();
    expect(route()).toBe('/');
    expect(history.trail).toBe(before);
  });

  it('puts the new place in its stead where nothing is below', async () => {
    const { history, route } = await opened(TO_BORROW);
    await history.back();
    expect(route()).toBe('/');
    expect(history.trail).toBe(`[#/] ${PERSONAL}`);
    expect(history.left).toBe(false);
    await history.back();
    expect(history.left).toBe(true);
  });

  it('from home passes it over, so that the app can be left', async () => {
    const { history, route } = await opened(TO_BORROW);
    await history.type('#/');
    expect(history.trail).toBe(`${TO_BORROW} ${PERSONAL} [#/]`);
    history.go(-2);
    await history.settled();
    expect(route()).toBe('/');
    expect(history.position).toBe(0);
    expect(history.hash).toBe('#/');
  });

  it('while a call is under way changes nothing', async () => {
    const { actor, history, route } = await opened();
    actor.send({ type: 'personalInfo.submitted', values: {} });
    const before = history.trail;
    await history.back();
    expect(actor.getSnapshot().hasTag('overlay')).toBe(true);
    expect(route()).toBe('/auth/personal_infomation');
    expect(history.trail).toBe(before);
  });
});

describe('a typed path', () => {
  it('is an entry of its own when the guards agree', async () => {
    const { history, route } = await start('', { signedIn: true });
    await history.type('#/records');
    expect(route()).toBe('/records');
    expect(history.trail).toBe(' [#/records]');
  });

  it('that is refused is taken back', async () => {
    const { history, router } = await start('', { signedIn: true });
    router.request('/me');
    await history.type('#/repay/cashier');
    expect(history.trail).toBe(' [#/me] #/repay/cashier');
    router.request('/records');
    expect(history.trail).toBe(' #/me [#/records]');
  });

  it('that is unknown leads home', async () => {
    const { history, router, route } = await start('', { signedIn: true });
    router.request('/me');
    await history.type('#/nonsense?x=1');
    expect(route()).toBe('/');
    expect(history.trail).toBe(' #/me [#/]');
    await history.back();
    expect(route()).toBe('/me');
  });

  it('that names the place one stands on changes nothing', async () => {
    const { history, router } = await start('', filling);
    router.request('/auth/personal_infomation');
    await history.type('#/auth');
    expect(history.position).toBe(1);
    expect(history.hash).toBe(PERSONAL);
  });

  it('that is a mark inside the page is no request', async () => {
    const { history, router, route } = await start('', filling);
    router.request('/auth/personal_infomation');
    await history.type('#field-firstName');
    expect(route()).toBe('/auth/personal_infomation');
    expect(history.hash).toBe(PERSONAL);
  });

  it('leads from the first page of a promotion to the second, with the query of the link in both addresses', async () => {
    const { actor, history } = await start('#/yx2?channelId=7');
    actor.send({ type: 'mobile.submitted', mobile: '0712345678' });
    await history.settled();
    expect(history.hash).toBe('#/yx2ConfirmBorrow?channelId=7');
    await history.back();
    expect(history.hash).toBe('#/yx2?channelId=7');
    await history.forward();
    expect(actor.getSnapshot().context.query).toEqual({ channelId: '7' });
  });

  it('with a new query is asked again', async () => {
    const { actor, history } = await start('#/yx3?channelId=7');
    await history.type('#/yx3?channelId=8');
    expect(actor.getSnapshot().context.query).toEqual({ channelId: '8' });
    expect(history.hash).toBe('#/yx3?channelId=8');
  });
});

describe("the app's own Back arrow", () => {
  it('leads back to where the link was pressed, and up where the page was opened otherwise', async () => {
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

  it('goes back in the history instead of adding to it', async () => {
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

  it('home from deep inside leaves everything above home', async () => {
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

describe("a loan's statement", () => {
  it('lies over the list of loans: Back leads there, and the next Back to where the list was opened', async () => {
    const { actor, history, router, route } = await start('', { signedIn: true });
    const isStatement = () => actor.getSnapshot().matches({ places: { tabs: { records: 'statement' } } });
    router.request('/records');
    await history.settled();
    actor.send({ type: 'statement.opened', orderNo: 'KN83105501' });
    await history.settled();
    expect(isStatement()).toBe(true);
    await history.back();
    expect(isStatement()).toBe(false);
    expect(route()).toBe('/records');
    await history.back();
    expect(route()).toBe('/');
  });

  it('left by its own arrow takes its entry with it', async () => {
    const { actor, history, router } = await start('', { signedIn: true });
    router.request('/records');
    await history.settled();
    actor.send({ type: 'statement.opened', orderNo: 'KN83105501' });
    await history.settled();
    actor.send({ type: 'back.requested' });
    await history.settled();
    expect(history.trail).toBe(' [#/records] #/records');
  });
});

describe('a sheet', () => {
  const opened = async () => {
    const journey = await start('', filling);
    journey.router.request('/auth/personal_infomation');
    await journey.history.settled();
    journey.actor.send({ type: 'picker.opened', field: 'gender' });
    await journey.history.settled();
    return journey;
  };

  it('is closed by Back, and the screen stays', async () => {
    const { actor, history, route } = await opened();
    expect(history.trail).toBe(` ${PERSONAL} [${PERSONAL}]`);
    await history.back();
    expect(actor.getSnapshot().hasTag('sheet')).toBe(false);
    expect(route()).toBe('/auth/personal_infomation');
    expect(history.position).toBe(1);
    await history.back();
    expect(route()).toBe('/');
  });

  it('that was confirmed takes its entry with it', async () => {
    const { actor, history } = await opened();
    actor.send({ type: 'picker.confirmed', field: 'gender', value: '1' });
    await history.settled();
    expect(history.position).toBe(1);
  });

  it('is not opened again by Forward', async () => {
    const { actor, history } = await opened();
    await history.back();
    await history.forward();
    expect(actor.getSnapshot().hasTag('sheet')).toBe(false);
    expect(history.position).toBe(1);
  });

  it('opened and closed often does not fill the history', async () => {
    const { actor, history } = await opened();
    for (let round = 0; round < 5; round++) {
      actor.send({ type: 'picker.cancelled' });
      await history.settled();
      actor.send({ type: 'picker.opened', field: 'gender' });
      await history.settled();
    }
    expect(history.entries).toHaveLength(3);
  });
});

describe('places that take no entry of their own', () => {
  it('are gone once they are left', async () => {
    const { actor, history, route } = await start('', filling);
    actor.send({ type: 'application.opened' });
    await history.settled();
    expect(route()).toBe('/auth/personal_infomation');
    expect(history.trail).toBe(` [${PERSONAL}]`);
  });

  it('end of session leads home, wherever the borrower was', async () => {
    const { actor, history, route } = await start('', { signedIn: true });
    actor.send({ type: 'xstate.route', to: '#settings' });
    await history.settled();
    actor.send({ type: 'session.lost', epoch: actor.getSnapshot().context.epoch, problem: { code: 10010304, message: '' } });
    await history.settled();
    expect(route()).toBe('/');
    expect(history.position).toBe(0);
  });
});

it('a browser that forgot an entry does not stop the app', async () => {
  const history = new FakeHistory();
  const { actor, router } = await start('', { signedIn: true, history });
  router.request('/me');
  await history.settled();
  history.go = () => undefined;
  actor.send({ type: 'back.requested' });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(history.hash).toBe('#/');
});
