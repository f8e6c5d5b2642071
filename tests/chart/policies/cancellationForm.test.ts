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

  it('an open loan forbids it', async () => expect((await asked('debt')).at).toBe('cancellationForm.barred'));

  it('a reason and a confirmation are required', async () => {
    const journey = await asked();
    journey.send({ type: 'cancellation.submitted', values: {} });
    expect([journey.at, journey.context.problem?.code]).toEqual(['cancellationForm.choosing', LOCAL.incomplete]);
    journey.send({ type: 'cancellation.submitted', values: { reason: 'costs' } }, { type: 'back.requested' });
    expect([journey.at, journey.calls]).toEqual(['cancellationForm.choosing', []]);
  });

  it('the reason that is sent is the one that was submitted', async () => {
    const journey = (await asked()).send(
      typed({ reason: 'other' }, 'cancellation'),
      { type: 'cancellation.submitted', values: { reason: 'costs' } },
      { type: 'cancellation.confirmed' },
    );
    expect(journey.inputOf('closeAccount')).toEqual({ reason: 'costs' });
  });

  it('the phone erases the borrower’s data and shows a visitor’s home', async () => {
    const journey = await confirmed();
    expect(journey.inputOf('closeAccount')).toEqual({ reason: 'costs' });
    await journey.answer('closeAccount', null);
    await journey.fail('forgetClosed', noAnswer);
    expect(journey.at).toBe('loadingHome.loading');
    expect(journey.context).toMatchObject({ session: null, unsent: {}, notice: { key: 'accountClosed' } });
  });

  it('a refusal is shown in the confirmation', async () => {
    const journey = await confirmed();
    await journey.fail('closeAccount', refusal(CODE.cancellationRefused, 'We cannot close your account. A loan is not repaid yet'));
    expect([journey.at, journey.context.problem?.message]).toEqual([
      'cancellationForm.confirming',
      'We cannot close your account. A loan is not repaid yet',
    ]);
  });

  it('a lost answer reloads the terms, and a session code signs the borrower out', async () => {
    const journey = await confirmed();
    await journey.fail('closeAccount', noAnswer);
    expect(journey.at).toBe('cancellationForm.loading');
    await journey.fail('loadCancellation', refusal(CODE.tokenInvalid));
    expect(journey.at).toBe('sessionEnded');
  });
});
