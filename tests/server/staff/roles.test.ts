/** Calls by role: every role with every call, by the table of the contract. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type DeskCall, type DeskInput, type Role } from '#src/api/desk.ts';
import { DESK_CALLS } from '#src/api/deskRights.ts';
import { onEitherDatabase, testClock } from '#tests/support/database.ts';
import { openDesk, type Desk } from './deskFixture.ts';

const requestId = 'request-0001';
const caseId = 'applications:L123456789';

/** Valid input of every call. */
const INPUTS: { readonly [C in DeskCall]: DeskInput<C> } = {
  session: {},
  signIn: { name: 'Nobody', password: 'whatever it is' },
  confirmCode: { code: '123456' },
  passkeyChallenge: {},
  passkeySignIn: { answer: {} },
  readInvitation: { invitation: 'x'.repeat(43) },
  acceptInvitation: { invitation: 'x'.repeat(43), password: 'whatever it is', code: '123456' },
  account: {},
  changePassword: { password: 'wrong', newPassword: 'tango orbit velvet quarry' },
  passkeyRegistration: { password: '' },
  removePasskey: { passkeyId: 'none', password: '' },
  renewAuthenticator: { password: '' },
  confirmAuthenticator: { code: '123456' },
  addPasskey: { answer: {}, label: 'Key' },
  signOut: {},
  queues: {},
  queue: { queue: 'messages', page: 0 },
  case: { caseId },
  find: { query: 'L123456789', reason: 'the borrower called' },
  transitions: { orderNo: 'L123456789', reason: 'the borrower called' },
  take: { caseId, requestId },
  putBack: { caseId, requestId: 'request-0002' },
  uncover: { caseId, what: 'photos', reason: 'to compare them' },
  act: { caseId, act: { name: 'approve' }, requestId: 'request-0003' },
  decideWaiting: { approvalId: 'A1', decision: 'confirm', requestId: 'request-0004' },
  figures: { day: '2026-06-01' },
  recordings: { from: '2026-06-01', to: '2026-06-02', after: null },
  log: { caseId: null, before: null },
  staff: {},
  invite: { name: 'Esther Naliaka', role: 'support', ownMobile: null, requestId: 'request-0005' },
  changeStaff: { staffId: 'nobody', requestId: 'request-0006' },
};

const CALLS = Object.keys(INPUTS) as DeskCall[];
const NEEDS_SESSION = CALLS.filter((call) => DESK_CALLS[call] !== null);
const NOT_YOURS = 'Your role does not allow this.';

onEitherDatabase((engine) => {
  let desk: Desk;
  beforeAll(async () => {
    const clock = testClock();
    desk = await openDesk(await engine.open(clock), clock);
  });

  describe.each(ROLES)('%s', (role: Role) => {
    it.each(NEEDS_SESSION)(`${role} signed in, %s: is allowed or refused as the table says`, async (call) => {
      const browser = await desk.as(role);
      const before = desk.handled.length;
      const answer = await browser.call(call, INPUTS[call]);
      const isAllowed = DESK_CALLS[call]?.includes(role);
      expect([answer.status === 403, answer.message === NOT_YOURS]).toEqual([!isAllowed, !isAllowed]);
      expect(answer.status, answer.message).toBeLessThan(500);
      if (!isAllowed) {
        expect(desk.handled).toHaveLength(before);
        expect(desk.events.at(-1)).toEqual({ kind: 'staff.refused', subject: call, address: '203.0.113.7' });
      }
    });
  });

  it.each(CALLS)('visitor of the desk, %s: is refused unless it needs no session', async (call) => {
    const before = desk.handled.length;
    const { status, message } = await desk.browser().call(call, INPUTS[call]);
    const isRefused = status === 401 && message === 'Your session has ended. Sign in again.';
    expect(isRefused).toBe(NEEDS_SESSION.includes(call));
    if (isRefused) expect(desk.handled).toHaveLength(before);
  });

  it('analyst: sees no case and no log of an order, which would reveal the borrower of a recording', () => {
    const mayNot = CALLS.filter((call) => DESK_CALLS[call]?.includes('analyst') === false);
    expect(mayNot).toEqual(
      expect.arrayContaining(['queue', 'case', 'find', 'transitions', 'take', 'putBack', 'uncover', 'act', 'decideWaiting', 'log']),
    );
  });

  it('role changed by an administrator: the call is refused from then on', async () => {
    const reviewer = await desk.as('payments');
    const administrator = await desk.as('administrator');
    const { status } = await administrator.call('changeStaff', { staffId: 'sandbox-payments', role: 'support', requestId: 'demote-0001' });
    expect(status).toBe(200);
    expect(await reviewer.call('decideWaiting', INPUTS.decideWaiting)).toMatchObject({ status: 401, error: 'signedOut' });
  });
});
