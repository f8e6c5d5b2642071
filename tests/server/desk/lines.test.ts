/** The line of a queue about an order, status by status. */
import { describe, expect, it } from 'vitest';
import { ENDED_STATUSES, isEnded, isIncomplete, STATUS, STATUS_NAMES } from '#machines/model/orderStatus.ts';
import { queueSources } from '#server/desk/queueSources.ts';

const { closures, overdue } = queueSources(() => true);
const FREE = 'Nothing is in the way any more: the account can be closed.';

describe('line of a request to close the account', () => {
  it.each(STATUS_NAMES)('request to close the account, last order %s: the line says whether the account can be closed', (name) => {
    const status = STATUS[name];
    const line = closures.why(String(status));
    expect(line === FREE).toBe(isEnded(status) || isIncomplete(status));
    expect(line).toMatch(/^(Nothing is in the way|The account cannot be closed yet:)/);
  });

  it('request to close the account, no order: says that the account can be closed', () => expect(closures.why(null)).toBe(FREE));
});

describe('line of an overdue loan that is opened by its case id', () => {
  it.each(STATUS_NAMES)('overdue loan opened by its case id, %s: the line says whether the loan has ended', (name) => {
    expect(overdue.why(String(STATUS[name])) === 'The loan has ended.').toBe((ENDED_STATUSES as readonly number[]).includes(STATUS[name]));
  });

  it('loan that runs again after a rollover: its line does not say that it is late', () => {
    expect(overdue.why(String(STATUS.overdued))).toBe('The due date has passed.');
    expect(overdue.why(String(STATUS.repaying))).toBe('The loan runs.');
  });
});
