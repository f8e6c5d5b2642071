/** Opening the app: without a link, by a link, by a link that needs a session, and by a path that is typed while it runs. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Session } from '#machines/context.ts';
import { amina } from '#screens/samples.ts';
import { filling, PERSONAL, signIn, start, stopAll } from './routedJourney.ts';

afterEach(stopAll);

describe('opening the app', () => {
  it('opening the app, no link: is home', async () => {
    const { history, route } = await start();
    expect(route()).toBe('/');
    expect(history.entries).toHaveLength(1);
  });

  it('opening the app, link: opens its place, as the only entry of the history', async () => {
    const { history } = await start('#/records', { signedIn: true });
    expect(history.trail).toBe('[#/records]');
  });

  it("link that the guards refuse: shows the borrower's present place instead", async () => {
    const { history } = await start('#/borrow/confirm_borrow', { signedIn: true });
    expect(history.trail).toBe('[#/]');
  });

  it('opening the app, unknown path: is home', async () => {
    const { history } = await start('#/no/such/place?x=1');
    expect(history.trail).toBe('[#/]');
  });

  it.each([
    ['#/auth/personal_information', PERSONAL],
    ['#/auth', PERSONAL],
    ['#/user_center', '#/user_center/settings'],
    ['#/user_center/settings/', '#/user_center/settings'],
    ['#/home', '#/'],
  ])("opening the app, %s: shows the specification's spelling", async (typed, shown) => {
    const { history } = await start(typed, filling);
    expect(history.trail).toBe(`[${shown}]`);
  });

  it('opening the app, promotion link: its query reaches the chart and stays in the address', async () => {
    const { actor, history } = await start('#/yx3?channelId=7&utm=a%20b+c');
    expect(actor.getSnapshot().context.query).toEqual({ channelId: '7', utm: 'a b c' });
    expect(history.trail).toBe('[#/yx3?channelId=7&utm=a%20b%20c]');
  });

  it('opening the app, stored place: stands above home, so that Back leads there', async () => {
    const { history, route } = await start('', { ...filling, resume: '#personalInfo' });
    expect(history.entries.map(({ hash }) => hash)).toEqual(['', PERSONAL]);
    await history.back();
    expect(route()).toBe('/');
    expect(history.left).toBe(false);
  });

  it('opening the app, reload: restores its own history', async () => {
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

describe('private link of a visitor', () => {
  it('private link of a visitor, signed in by the shell: is followed in the same entry', async () => {
    let open: (session: Session) => void = () => undefined;
    const { history, route } = await start('#/records', { shellLogin: new Promise((resolve) => (open = resolve)) });
    expect(history.trail).toBe('[#/records]');
    open(amina.session as Session);
    await history.settled();
    expect(route()).toBe('/records');
    expect(history.trail).toBe('[#/records]');
  });

  it("private link of a visitor, no shell: is followed after the app's own sign-in, which leaves no entry", async () => {
    const journey = await start('#/records');
    expect(journey.history.trail).toBe('[#/user/login]');
    await signIn(journey);
    expect(journey.route()).toBe('/records');
    expect(journey.history.trail).toBe('[#/records]');
  });

  it('private link of a visitor, pressed at home: stands above home', async () => {
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

describe('typed path', () => {
  it('typed path, allowed by the guards: is an entry of its own', async () => {
    const { history, route } = await start('', { signedIn: true });
    await history.type('#/records');
    expect(route()).toBe('/records');
    expect(history.trail).toBe(' [#/records]');
  });

  it('typed path, refused by the guards: is reverted', async () => {
    const { history, router } = await start('', { signedIn: true });
    router.request('/me');
    await history.type('#/repay/cashier');
    expect(history.trail).toBe(' [#/me] #/repay/cashier');
    router.request('/records');
    expect(history.trail).toBe(' #/me [#/records]');
  });

  it('typed path, unknown: leads home', async () => {
    const { history, router, route } = await start('', { signedIn: true });
    router.request('/me');
    await history.type('#/nonsense?x=1');
    expect(route()).toBe('/');
    expect(history.trail).toBe(' #/me [#/]');
    await history.back();
    expect(route()).toBe('/me');
  });

  it('typed path, of the present place: changes nothing', async () => {
    const { history, router } = await start('', filling);
    router.request('/auth/personal_infomation');
    await history.type('#/auth');
    expect(history.position).toBe(1);
    expect(history.hash).toBe(PERSONAL);
  });

  it('anchor inside the page: is no navigation', async () => {
    const { history, router, route } = await start('', filling);
    router.request('/auth/personal_infomation');
    await history.type('#field-firstName');
    expect(route()).toBe('/auth/personal_infomation');
    expect(history.hash).toBe(PERSONAL);
  });

  it('typed path, from the first page of a promotion to the second: both addresses have the query of the link', async () => {
    const { actor, history } = await start('#/yx2?channelId=7');
    actor.send({ type: 'mobile.submitted', mobile: '0712345678' });
    await history.settled();
    expect(history.hash).toBe('#/yx2ConfirmBorrow?channelId=7');
    await history.back();
    expect(history.hash).toBe('#/yx2?channelId=7');
    await history.forward();
    expect(actor.getSnapshot().context.query).toEqual({ channelId: '7' });
  });

  it('typed path, new query: is a new navigation', async () => {
    const { actor, history } = await start('#/yx3?channelId=7');
    await history.type('#/yx3?channelId=8');
    expect(actor.getSnapshot().context.query).toEqual({ channelId: '8' });
    expect(history.hash).toBe('#/yx3?channelId=8');
  });
});
