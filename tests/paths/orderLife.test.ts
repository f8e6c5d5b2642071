/** The order chart: every status is entered and every transition taken. */
import { describe, expect, it } from 'vitest';
import { initialTransition, transition, type AnyTransitionDefinition } from 'xstate';
import { orderMachine } from '#machines/order.machine.ts';
import { APPLICATION_STEPS, isEnded, isRepayable, STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { definitionName, nodeName, obligations } from './explore.ts';
import { nodesOf } from './steps.ts';
import { after, afterSome, later, orderEvents, orderEventTypes } from './orderLife.ts';

const coverEverything = () => {
  const covered = new Set<string>([nodeName(orderMachine.root)]);
  const open = [initialTransition(orderMachine)[0]];
  const seen = new Set<string>();
  for (const snapshot of open) {
    if (seen.has(snapshot.value)) continue;
    seen.add(snapshot.value);
    snapshot._nodes.forEach((node) => covered.add(nodeName(node)));
    for (const event of orderEvents) {
      const taken = orderMachine.getTransitionData(snapshot, event) as readonly AnyTransitionDefinition[];
      if (taken.length === 0) continue;
      taken.forEach((definition) => covered.add(definitionName(definition)));
      open.push(transition(orderMachine, snapshot, event)[0]);
    }
  }
  return covered;
};

describe('order chart', () => {
  it('order chart, explored: every state is entered and every transition taken', () => {
    const { nodes, definitions } = obligations(orderMachine);
    const covered = coverEverything();
    expect([...nodes, ...definitions].filter((name) => !covered.has(name))).toEqual([]);
  });

  it('order chart: has a state for each of the fifteen statuses, with its number', () => {
    const numbers = nodesOf(orderMachine).flatMap((node) => (node.meta as { status?: number } | undefined)?.status ?? []);
    expect([...numbers].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17, 18]);
  });

  it.each(Object.values(STATUS).filter((status) => !isEnded(status)))('order chart, status %i: an end is reachable', (status) => {
    expect(later(status).filter(isEnded)).not.toEqual([]);
  });

  it.each([STATUS.finish, STATUS.cancel])('order chart, status %i: has no successor', (status) => expect(later(status)).toEqual([status]));

  it('order chart, rejected: only a request for a review leads on', () => {
    const otherwise = orderEventTypes.filter((type) => type !== 'review.requested');
    expect(after(STATUS.reject, ...otherwise)).toEqual([]);
    expect(after(STATUS.reject, 'review.requested')).toEqual([STATUS.applying]);
  });

  it.each(APPLICATION_STEPS)('order sent to the lender, no new photo asked for: step %i is not reachable again', (step) => {
    const withoutPhotos = orderEventTypes.filter((type) => type !== 'lender.photosAsked');
    expect(afterSome(STATUS.applying, ...withoutPhotos)).not.toContain(step);
  });

  it('order chart, new photo asked for: leads to the photos, and from there back to the assessment', () => {
    expect(after(STATUS.applying, 'lender.photosAsked')).toEqual([STATUS.identityOcr]);
    expect(after(STATUS.identityOcr, 'photos.retaken')).toEqual([STATUS.applying]);
  });

  it('order chart, assessed: cannot be cancelled; offered: can be declined; drawn: cannot', () => {
    expect(after(STATUS.applying, 'application.withdrawn', 'application.expired', 'offer.declined')).toEqual([]);
    expect(after(STATUS.confirm, 'offer.declined', 'offer.lapsed')).toEqual([STATUS.cancel]);
    expect(after(STATUS.lending, 'offer.declined', 'application.withdrawn')).toEqual([]);
  });

  it('order chart, without an accepted offer: no status with money is reachable', () => {
    const withoutConsent = orderEventTypes.filter((type) => type !== 'offer.accepted');
    const reached: OrderStatus[] = afterSome(STATUS.applying, ...withoutConsent);
    expect(reached).not.toContain(STATUS.lending);
    expect(reached.some(isRepayable)).toBe(false);
  });

  it('order chart, failed payout: a corrected account or a late success leads on', () => {
    expect(after(STATUS.payFail, 'account.corrected')).toEqual([STATUS.getMoney]);
    expect(after(STATUS.payFail, 'disbursement.confirmed')).toEqual([STATUS.repaying]);
  });
});
