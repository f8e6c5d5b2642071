/** Android may close the web view while the borrower reads the SMS. The app resumes the step of the code, and only that step. */
import { describe, expect, it } from 'vitest';
import type { AwaitedCode, StoredDevice } from '#machines/context.ts';
import { MINUTE } from '#machines/model/calendar.ts';
import { homeWith, NOW, session } from '../../paths/lenderSamples.ts';
import { nobody, noAnswer, startJourney } from '../chartDriver.ts';

const awaited: AwaitedCode = { purpose: 'register', mobile: '0712345678', codeAgainAt: NOW + 20_000, pendingRoute: null };
const opened = (awaitedCode: AwaitedCode, device: StoredDevice = nobody) =>
  startJourney().answer('restoreDevice', { ...device, awaitedCode });

describe('When the web view is opened again while a code is awaited', () => {
  it.each([
    ['register', 'registerBorrower'],
    ['login', 'logIn'],
  ] as const)('web view opened again, code of "%s" awaited: it can be typed, for the same number', async (purpose, call) => {
    const journey = await opened({ ...awaited, purpose });
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe(`${purpose}.enteringCode`);
    expect(journey.context).toMatchObject({ signIn: { mobile: '0712345678', codeAgainAt: NOW + 20_000 }, awaitedCode: null });
    journey.send({ type: 'code.submitted', code: '123456' });
    expect(journey.inputOf(call)).toMatchObject({ mobile: '0712345678', code: '123456' });
  });

  it('web view opened again, code that may not come awaited: the page still says so', async () => {
    const journey = await opened({ ...awaited, purpose: 'login', mayNotCome: true });
    await journey.answer('loadHome', homeWith(null));
    expect(journey.context.signIn).toMatchObject({ mayNotCome: true, receivedCode: null });
  });

  it('web view opened again, code awaited: the page in the address is no new navigation request', async () => {
    const journey = await opened(awaited);
    await journey.open('#register').answer('loadHome', homeWith(null));
    expect(journey.at).toBe('register.enteringCode');
  });

  it('web view opened again, lender answers late: the code is still awaited', async () => {
    const journey = await opened(awaited);
    await journey.fail('loadHome', noAnswer);
    await journey.send({ type: 'retry.requested' }).answer('loadHome', homeWith(null));
    expect(journey.at).toBe('register.enteringCode');
  });

  it('web view opened again, code awaited after a request for a login: the request is followed after signing in', async () => {
    const journey = await opened({ ...awaited, purpose: 'login', pendingRoute: { to: '#records', query: {} } });
    await journey.answer('loadHome', homeWith(null));
    await journey.send({ type: 'code.submitted', code: '123456' }).answer('logIn', session);
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('records.loading');
  });

  it('web view opened again, code awaited, link to another place: the link takes precedence', async () => {
    const journey = await opened(awaited);
    await journey.open('#faq').answer('loadHome', homeWith(null));
    expect(journey.at).toBe('faq.loading');
    expect(journey.context.awaitedCode).toBeNull();
  });

  it('web view opened again after ten minutes: the code is no longer awaited, and its number is still there', async () => {
    const late = await opened({ ...awaited, codeAgainAt: NOW - 9 * MINUTE });
    await late.answer('loadHome', homeWith(null));
    expect(late.at).toBe('home.shown');
    expect(late.context).toMatchObject({ signIn: { mobile: '0712345678' }, awaitedCode: null });
    const inTime = await opened({ ...awaited, codeAgainAt: NOW - 9 * MINUTE + 1 });
    await inTime.answer('loadHome', homeWith(null));
    expect(inTime.at).toBe('register.enteringCode');
  });

  it('web view opened again, borrower signed in by the shell meanwhile: home is shown', async () => {
    const journey = await opened(awaited, { ...nobody, session });
    await journey.answer('loadHome', homeWith(null));
    expect(journey.at).toBe('home.shown');
    expect(journey.context.signIn.mobile).toBe('');
  });
});
