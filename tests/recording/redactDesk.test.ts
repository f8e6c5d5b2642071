/** The events that the desk publishes to an inspector: the path through the chart, without text that staff read or typed. */
import { createActor, fromPromise } from 'xstate';
import { expect, it } from 'vitest';
import { deskMachine } from '#machines/desk.machine.ts';
import { createDeskRedactor } from '#src/recording/redactDesk.ts';
import { createDeskLender, PASSWORD, START } from '#tests/support/deskLender.ts';

it('case with uncovered data and a draft: none of its texts is published, only names of the chart', async () => {
  const lender = createDeskLender();
  const cookie = lender.signedIn('support');
  const call = (name: 'session' | 'case' | 'take' | 'uncover' | 'queues') =>
    fromPromise(({ input }: { input: never }) => Promise.resolve(lender.call(name, input, cookie).data));
  const actor = createActor(
    deskMachine.provide({
      actors: {
        readSession: call('session'),
        loadQueues: call('queues'),
        loadCase: call('case'),
        takeCase: call('take'),
        uncover: call('uncover'),
      } as never,
    }),
    { input: { now: START, invitation: null, isOnline: true } },
  ).start();
  const settled = (place: string) => expect.poll(() => JSON.stringify(actor.getSnapshot().value)).toContain(place);
  await settled('overview');
  actor.send({ type: 'case.opened', caseId: 'messages:TK1' });
  await settled('reading');
  actor.send({ type: 'case.taken', requestId: 'r1' });
  await settled('reading');
  await expect.poll(() => actor.getSnapshot().context.case?.acts).toContain('answer');
  actor.send({ type: 'cover.lifted', what: 'mobile', reason: 'Simu ya mteja' });
  await expect.poll(() => actor.getSnapshot().context.values).not.toEqual({});
  await settled('reading');
  actor.send({ type: 'act.chosen', act: 'answer' });
  actor.send({ type: 'draft.changed', change: { words: 'Pesa imefika' } });
  const deskRedactor = createDeskRedactor();
  const context = JSON.stringify(deskRedactor.context(actor.getSnapshot().context));
  for (const secret of ['Grace', '712', 'Pesa', 'paid yesterday', 'Carol', 'csrf-', 'TK1']) expect(context, secret).not.toContain(secret);
  expect(context).toContain('"act":"answer"');
  expect(context).toContain('"role":"support"');
  const event = JSON.stringify(
    createDeskRedactor().event({ type: 'password.submitted', name: 'Carol', password: PASSWORD } as { type: string }),
  );
  expect(event).toBe('{"type":"password.submitted","name":"[text 1]","password":"[text 2]"}');
  actor.stop();
});
