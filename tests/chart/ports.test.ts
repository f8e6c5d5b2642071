/** Rules of the declared ports that their types do not express. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { apply } from '#machines/ports/apply.ts';
import { borrow } from '#machines/ports/borrow.ts';
import { collection } from '#machines/ports/collection.ts';
import { feedback } from '#machines/ports/feedback.ts';
import { PORT_NAMES, ports } from '#machines/ports/index.ts';
import { policies } from '#machines/ports/policies.ts';
import { promotion } from '#machines/ports/promotion.ts';
import { repay } from '#machines/ports/repay.ts';
import { session } from '#machines/ports/session.ts';
import { tabs } from '#machines/ports/tabs.ts';
import { user } from '#machines/ports/user.ts';
import { userCenter } from '#machines/ports/userCenter.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import { nodesOf } from '../paths/steps.ts';

const features = { apply, borrow, collection, feedback, policies, promotion, repay, session, tabs, user, userCenter };
const isCall = (call: string): call is CallName => call in contract;

/** Calls by POST that the client does not repeat although they change nothing at the lender. */
const READ_ONCE = ['verifyPayment', 'checkIdentity'];

describe('a declared port', () => {
  it('declared port: no other feature declares its name', () => {
    const declared = Object.values(features).flatMap((feature) => Object.keys(feature));
    expect(declared.filter((name, at) => declared.indexOf(name) !== at)).toEqual([]);
    expect(declared.sort()).toEqual([...PORT_NAMES].sort());
  });

  it('declared port: a state calls it', () => {
    const called = new Set(nodesOf(journeyMachine).flatMap((node) => node.invoke.map(({ src }) => src)));
    expect(PORT_NAMES.filter((name) => !called.has(name))).toEqual([]);
  });

  it.each(PORT_NAMES.filter((name) => ports[name].call !== undefined))(
    'port %s, one call: it reads exactly when the contract says so',
    (name) => {
      const { call = '', effect } = ports[name];
      if (!isCall(call)) throw new Error(`the contract has no call "${call}"`);
      const isRead = effect === 'reads' && !READ_ONCE.includes(name);
      expect(contract[call].retry).toBe(isRead);
    },
  );
});
