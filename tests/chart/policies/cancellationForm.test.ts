/** Closing the account, state by state. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { cancellation } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal } from '../chartDriver.ts';

const typed = (values: Record<string, string>, about = 'feedback') => ({ type: 'message.changed', about, values }) as const;

describe('When the account is to be closed', () => {
  const asked = async (bar: Parameters<typeof cancellation>[0] = null) => {
    const journey = await asBorrower();
    await journey.open('#cancellationForm').answer('loadCancellation', cancellation(bar));
    return journey;
  };
  const confirmed = async () => {
    const journey = await asked();
    return journey.send(
      typed({ reason: 'costs' }, 'cancellation'),
      { type: 'cancellation.submitted', values: { reason: 'costs' } },
      { type: 'cancellation.confirmed' },
    );
  };

  it('closing the account, loan open: it is barred', async () => expect((await asked('debt')).at).toBe('cancellationForm.barred'));

  it('closing the account, signed in too long ago: another sign-in comes first, also where a loan is open', async () => {
    const journey = await asBorrower();
    await journey.open('#cancellationForm').answer('loadCancellation', { ...cancellation('debt'), signInFirst: true });
    journey.send({ type: 'cancellation.submitted', values: { reason: 'costs' } });
    expect([journey.at, journey.calls]).toEqual(['cancellationForm.signInFirst', []]);
  });

  it('closing the account, signed in too long ago, request open: the request is shown, and can be taken back', async () => {
    const journey = await asBorrower();
    await journey.open('#cancellationForm').answer('loadCancellation', { ...cancellation('debt'), requestedAt: 1, signInFirst: true });
    journey.send({ type: 'cancellation.withdrawn' });
    expect(journey.inputOf('withdrawRequest')).toEqual({ reason: null });
  });

  it('closing the account, barred: a request with a reason can be sent, and the noted request is loaded again', async () => {
    const journey = await asked('debt');
    journey.send({ type: 'cancellation.submitted', values: {} });
    expect([journey.at, journey.context.problem?.code]).toEqual(['cancellationForm.barred', LOCAL.incomplete]);
    journey.send({ type: 'cancellation.submitted', values: { reason: 'costs' } });
    expect(journey.inputOf('requestClosing')).toEqual({ reason: 'costs' });
    await journey.answer('requestClosing', null);
    await journey.answer('loadCancellation', { ...cancellation('debt'), requestedAt: 1 });
    expect(journey.at).toBe('cancellationForm.requested');
  });

  it('closing the account, asked for: the request can be taken back, and a refusal of that is shown in place', async () => {
    const journey = await asBorrower();
    await journey.open('#cancellationForm').answer('loadCancellation', { ...cancellation('debt'), requestedAt: 1 });
    journey.send({ type: 'cancellation.withdrawn' });
    expect(journey.inputOf('withdrawRequest')).toEqual({ reason: null });
    await journey.fail('withdrawRequest', refusal(CODE.tryLater, 'Please try later'));
    expect([journey.at, journey.context.problem?.message]).toEqual(['cancellationForm.requested', 'Please try later']);
    await journey.send({ type: 'cancellation.withdrawn' }).answer('withdrawRequest', null);
    await journey.answer('loadCancellation', cancellation('debt'));
    expect(journey.at).toBe('cancellationForm.barred');
  });

  it('request to close the account, barred no more: stays until it is taken back, because a person would close it', async () => {
    const journey = await asBorrower();
    await journey.open('#cancellationForm').answer('loadCancellation', { ...cancellation(null), requestedAt: 1 });
    expect(journey.at).toBe('cancellationForm.requested');
    await journey.send({ type: 'cancellation.withdrawn' }).answer('withdrawRequest', null);
    await journey.answer('loadCancellation', cancellation(null));
    expect(journey.at).toBe('cancellationForm.choosing');
  });

  it('closing the account: a reason and a confirmation are required', async () => {
    const journey = await asked();
    journey.send({ type: 'cancellation.submitted', values: {} });
    expect([journey.at, journey.context.problem?.code]).toEqual(['cancellationForm.choosing', LOCAL.incomplete]);
    journey.send({ type: 'cancellation.submitted', values: { reason: 'costs' } }, { type: 'back.requested' });
    expect([journey.at, journey.calls]).toEqual(['cancellationForm.choosing', []]);
  });

  it('closing the account, confirmed: the reason that is sent is the one that was submitted', async () => {
    const journey = (await asked()).send(
      typed({ reason: 'other' }, 'cancellation'),
      { type: 'cancellation.submitted', values: { reason: 'costs' } },
      { type: 'cancellation.confirmed' },
    );
    expect(journey.inputOf('closeAccount')).toEqual({ reason: 'costs' });
  });

  it('account closed: the phone erases the borrower’s data and shows a visitor’s home', async () => {
    const journey = await confirmed();
    expect(journey.inputOf('closeAccount')).toEqual({ reason: 'costs' });
    await journey.answer('closeAccount', null);
    await journey.fail('forgetClosed', noAnswer);
    expect(journey.at).toBe('loadingHome.loading');
    expect(journey.context).toMatchObject({ session: null, unsent: {}, notice: { key: 'accountClosed' } });
  });

  it('closing the account, refused: the refusal is shown in the confirmation', async () => {
    const journey = await confirmed();
    await journey.fail('closeAccount', refusal(CODE.cancellationRefused, 'We cannot close your account. A loan is not repaid yet'));
    expect([journey.at, journey.context.problem?.message]).toEqual([
      'cancellationForm.confirming',
      'We cannot close your account. A loan is not repaid yet',
    ]);
  });

  it('closing the account, the hour passed while the page was open: the new terms ask for another sign-in', async () => {
    const journey = await confirmed();
    await journey.fail('closeAccount', refusal(CODE.signInRequired, 'Sign out and sign in again first'));
    await journey.answer('loadCancellation', { ...cancellation(null), signInFirst: true });
    expect([journey.at, journey.context.problem]).toEqual(['cancellationForm.signInFirst', null]);
  });

  it('closing the account, barred, the hour passed while the page was open: the new terms ask for another sign-in', async () => {
    const journey = (await asked('debt')).send({ type: 'cancellation.submitted', values: { reason: 'costs' } });
    await journey.fail('requestClosing', refusal(CODE.signInRequired, 'Sign out and sign in again first'));
    await journey.answer('loadCancellation', { ...cancellation('debt'), signInFirst: true });
    expect(journey.at).toBe('cancellationForm.signInFirst');
  });

  it('closing the account, answer lost: the terms are loaded again, and a session code signs the borrower out', async () => {
    const journey = await confirmed();
    await journey.fail('closeAccount', noAnswer);
    expect(journey.at).toBe('cancellationForm.loading');
    await journey.fail('loadCancellation', refusal(CODE.tokenInvalid));
    expect(journey.at).toBe('sessionEnded');
  });
});
