/** The life of an order, proved the same way: every status entered, every transition taken. */
import { describe, expect, it } from 'vitest';
import { initialTransition, transition, type AnyTransitionDefinition } from 'xstate';
import { orderMachine } from '#machines/order.machine.ts';
import { APPLICATION_STEPS, isEnded, isRepayable, STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { definitionName, nodeName, obligations } from './explore.ts';
import { nodesOf } from './model.ts';
import { after, afterSome, later, orderEvents, orderEventTypes } from './orderLife.ts';

const walkEverything = () => {
  const proved = new Set<string>([nodeName(orderMachine.root)]);
  const open = [initialTransition(orderMachine)[0]];
  const seen = new Set<string>();
  for (const snapshot of open) {
    if (seen.has(snapshot.value)) continue;
    seen.add(snapshot.value);
    snapshot._nodes.forEach((node) => proved.add(nodeName(node)));
    for (const event of orderEvents) {
      const taken = orderMachine.getTransitionData(snapshot, event) as readonly AnyTransitionDefinition[];
      if (taken.length === 0) continue;
      taken.forEach((definition) => proved.add(definitionName(definition)));
      open.push(transition(orderMachine, snapshot, event)[0]);
    }
  }
  return proved;
};

describe('the life of an order', () => {
  it('reaches every status by every transition', () => {
    const { nodes, definitions } = obligations(orderMachine);
    const proved = walkEverything();
    expect([...nodes, ...definitions].filter((name) => !proved.has(name))).toEqual([]);
  });

  it('has a state for each of the fifteen statuses, and says its number', () => {
    const numbers = nodesOf(orderMachine).flatMap((node) => (node.meta as { status?: number } | undefined)?.status ?? []);
    expect([...numbers].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17, 18]);
  });

  it.each(Object.values(STATUS).filter((status) => !isEnded(status)))('can end from status %i', (status) => {
    expect(later(status).filter(isEnded)).not.toEqual([]);
  });

  it.each([STATUS.finish, STATUS.cancel])('is over in status %i', (status) => expect(later(status)).toEqual([status]));

  it('is over when rejected, unless the borrower asks for a person to look again', () => {
    const otherwise = orderEventTypes.filter((type) => type !== 'review.requested');
    expect(after(STATUS.reject, ...otherwise)).toEqual([]);
    expect(after(STATUS.reject, 'review.requested')).toEqual([STATUS.applying]);
  });

  it.each(APPLICATION_STEPS)('cannot come back to step %i once it is with the lender', (step) => {
    expect(later(STATUS.applying)).not.toContain(step);
  });

  it('cannot be cancelled while it is assessed, and may be declined before the money is drawn', () => {
    expect(after(STATUS.applying, 'application.withdrawn', 'application.expired', 'offer.declined')).toEqual([]);
    expect(after(STATUS.confirm, 'offer.declined', 'offer.lapsed')).toEqual([STATUS.cancel]);
    expect(after(STATUS.lending, 'offer.declined', 'application.withdrawn')).toEqual([]);
  });

  it('sends money only after consent', () => {
    const withoutConsent = orderEventTypes.filter((type) => type !== 'offer.accepted');
    const reached: OrderStatus[] = afterSome(STATUS.applying, ...withoutConsent);
    expect(reached).not.toContain(STATUS.lending);
    expect(reached.some(isRepayable)).toBe(false);
  });

  it('with a payout that failed takes a corrected account, and a success that came late', () => {
    expect(after(STATUS.payFail, 'account.corrected')).toEqual([STATUS.getMoney]);
    expect(after(STATUS.payFail, 'disbursement.confirmed')).toEqual([STATUS.repaying]);
  });
});
