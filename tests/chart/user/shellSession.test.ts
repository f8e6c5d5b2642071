/** A change of the shell's session that no call asked for. */
import { describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeWith, orderIn, session } from '../../paths/lenderSamples.ts';
import { asBorrower, asVisitor, borrower, startJourney } from '../chartDriver.ts';

const found = (of = session) => ({ type: 'shellSession.found', session: of }) as const;
const other = { token: 'token-of-otieno', userId: 'borrower-2', mobile: '254722000111' };

describe('visitor, session reported by the shell', () => {
  it('visitor at home, session reported by the shell: is used, because nothing else was begun', async () => {
    const journey = (await asVisitor()).send(found());
    expect([journey.at, journey.calls]).toEqual(['takingSession', ['keepShellSession']]);
    await journey.answer('keepShellSession', session);
    await journey.answer('loadHome', homeWith(orderIn(STATUS.repaying)));
    expect([journey.at, journey.context.session]).toEqual(['home.shown', session]);
  });

  it("visitor in the shell's login: its session is used, and the requested place opens", async () => {
    const journey = (await asVisitor()).open('#records');
    expect(journey.at).toBe('askingLogin');
    journey.send(found());
    await journey.answer('keepShellSession', session);
    await journey.answer('loadHome', homeWith(orderIn(STATUS.repaying)));
    expect(journey.at).toBe('records.loading');
  });

  it('visitor who types a number, session reported by the shell: the page stays and offers the session, until it is left', async () => {
    const journey = (await asVisitor()).open('#login').send({ type: 'mobile.typed', mobile: '0722' }, found());
    expect([journey.at, journey.context.signIn.mobile, journey.context.offeredSession]).toEqual(['login.enteringMobile', '0722', session]);
    expect(journey.send({ type: 'back.requested' }).context.offeredSession).toBeNull();
  });

  it('offered session, chosen: the borrower is signed in', async () => {
    const journey = (await asVisitor()).open('#register').send(found(), { type: 'shellSession.taken', session });
    await journey.answer('keepShellSession', session);
    await journey.answer('loadHome', homeWith(null));
    expect([journey.at, journey.context.session, journey.context.offeredSession]).toEqual(['home.shown', session, null]);
  });

  it('visitor who reads a page, session reported by the shell: the page stays', async () => {
    const journey = (await asVisitor()).open('#aboutUs');
    const before = journey.at;
    expect([journey.send(found()).at, journey.calls.includes('keepShellSession')]).toEqual([before, false]);
  });

  it('visitor on a phone that stores nothing, session reported by the shell: home opens all the same', async () => {
    const journey = (await asVisitor()).send(found());
    await journey.fail('keepShellSession', { code: -1, message: '' });
    expect(journey.at).toBe('loadingHome.loading');
  });
});

describe('borrower, session reported by the shell', () => {
  it('session of the same borrower, reported by the shell: the token is replaced, and nothing else changes', async () => {
    const journey = (await asBorrower(orderIn(STATUS.basicInfo))).open('#personalInfo');
    const { at, context } = journey;
    journey.send(found({ ...session, token: 'renewed' }));
    expect([journey.at, journey.context]).toEqual([at, { ...context, session: { ...session, token: 'renewed' } }]);
  });

  it('session of another borrower, reported by the shell: the data of this one is erased before anything is shown', async () => {
    const journey = (await asBorrower(orderIn(STATUS.repaying))).open('#records').send(found(other));
    expect([journey.at, journey.context.session, journey.context.order]).toEqual(['takingSession', null, null]);
    await journey.answer('keepShellSession', other);
    expect([journey.at, journey.context.session]).toEqual(['loadingHome.loading', other]);
  });
});

it('code awaited since an earlier start: is forgotten when the shell reports a session', async () => {
  const journey = startJourney();
  const awaitedCode = { purpose: 'login', mobile: '0712345678', codeAgainAt: 0, pendingRoute: null } as const;
  await journey.answer('restoreDevice', { ...borrower, session: null, awaitedCode });
  journey.send(found());
  await journey.answer('keepShellSession', session);
  expect(journey.context.awaitedCode).toBeNull();
});
