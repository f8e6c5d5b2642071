/** The list of loans and their statements. */
import { describe, expect, it } from 'vitest';
import { loaded, LOADING } from '#machines/model/loadable.ts';
import { agreement, record, statement } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer } from '../chartDriver.ts';

describe('When the records are read', () => {
  const listed = async () => (await asBorrower()).open('#records').answer('loadRecords', { rows: [record], pages: 1, more: true });

  it('records: more are loaded page by page, and a refresh loads as many again', async () => {
    const journey = (await listed()).send({ type: 'records.moreRequested' });
    expect(journey.inputOf('loadRecords')).toEqual({ pages: 2 });
    await journey.answer('loadRecords', { rows: [record, record], pages: 2, more: false });
    journey.send({ type: 'refresh.requested' });
    expect(journey.inputOf('loadRecords')).toEqual({ pages: 2 });
  });

  it('records, statement of a loan opened: Back leads to the list and not home', async () => {
    const journey = (await listed()).send({ type: 'statement.opened', orderNo: record.orderNo });
    expect(journey.inputOf('loadStatement')).toEqual({ orderNo: record.orderNo });
    await journey.answer('loadStatement', statement);
    expect(journey.at).toBe('records.statement.shown');
    expect(journey.send({ type: 'refresh.requested' }).at).toBe('records.statement.loading');
    expect(journey.send({ type: 'back.requested' }).at).toBe('records.loading');
    expect(journey.send({ type: 'back.requested' }).at).toBe('home.shown');
  });

  it('records, statement not loaded: it can be retried', async () => {
    const journey = await (await listed()).send({ type: 'statement.opened', orderNo: 'order-0' }).fail('loadStatement', noAnswer);
    expect(journey.at).toBe('records.statement.failed');
    journey.send({ type: 'retry.requested' });
    expect(journey.inputOf('loadStatement')).toEqual({ orderNo: 'order-0' });
  });

  const statementShown = async () =>
    (await listed()).send({ type: 'statement.opened', orderNo: record.orderNo }).answer('loadStatement', statement);

  it('statement shown: the agreement of that loan opens over it, and Back leads to the statement', async () => {
    const journey = (await statementShown()).send({ type: 'agreement.opened' });
    expect(journey.inputOf('loadAgreement.recorded')).toEqual({ orderNo: record.orderNo });
    await journey.answer('loadAgreement.recorded', agreement);
    expect(journey.at).toBe('records.agreement.shown');
    expect(journey.send({ type: 'picker.cancelled' }).at).toBe('records.statement.loading');
    expect(journey.send({ type: 'back.requested' }).at).toBe('records.loading');
  });

  it('agreement shown, page opened again: its text stays in sight while a new link is loaded', async () => {
    const journey = await (await statementShown()).send({ type: 'agreement.opened' }).answer('loadAgreement.recorded', agreement);
    journey.send({ type: 'refresh.requested' });
    expect([journey.at, journey.context.agreement]).toEqual(['records.agreement.loading', loaded(agreement)]);
  });

  it('agreement of another loan opened: the one before is not shown meanwhile', async () => {
    const journey = await (await statementShown()).send({ type: 'agreement.opened' }).answer('loadAgreement.recorded', agreement);
    journey.send({ type: 'back.requested' }, { type: 'agreement.opened' });
    expect(journey.context.agreement).toEqual(LOADING);
  });

  it('agreement that failed to load: can be retried', async () => {
    const journey = await (await statementShown()).send({ type: 'agreement.opened' }).fail('loadAgreement.recorded', noAnswer);
    expect(journey.at).toBe('records.agreement.failed');
    expect(journey.send({ type: 'retry.requested' }).inputOf('loadAgreement.recorded')).toEqual({ orderNo: record.orderNo });
  });
});
