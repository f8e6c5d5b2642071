/** Consent to recordings, on the real chart with the app's own recorder: what starts a recording, ends it and deletes it. */
import { afterEach, describe, expect, it } from 'vitest';
import type { JourneyEvent } from '#machines/events.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { recordedWith, recordWhileAllowed, saveRecording } from '#src/app/recording/consented.ts';
import { replay } from '#src/recording/replay.ts';
import { homeWith, session } from '../paths/lenderSamples.ts';
import { running, type Running } from './randomJourney.ts';

let open: Running | null = null;
afterEach(() => open?.actor.stop());

const turn = () => new Promise<void>((done) => setImmediate(done));

async function onThePage(signedIn: boolean) {
  const { actor, environment } = (open = running());
  actor.start();
  const answer = async (id: string, output: unknown): Promise<void> => {
    environment.running.get(id)?.answer(output);
    await turn();
  };
  await answer('restoreDevice', { session: signedIn ? session : null, language: 'en', drafts: {}, resume: null });
  await answer('loadHome', homeWith(null));
  actor.send({ type: 'xstate.route', to: '#helpImprove' });
  const send = (event: JourneyEvent): void => actor.send(event);
  const allow = async (): Promise<void> => {
    send({ type: 'recording.allowed' });
    recordWhileAllowed(actor);
    await answer('startRecording', undefined);
  };
  const state = () => actor.getSnapshot().context.recording;
  return { actor, answer, send, allow, state };
}

describe('recording in the app', () => {
  it('recording in the app, before consent: records nothing', async () => {
    const { actor, send, state } = await onThePage(false);
    send({ type: 'language.chosen', language: 'sw' });
    expect(state()).toBe('off');
    expect(recordedWith(actor)).toBeNull();
    await expect(saveRecording(actor)).rejects.toMatchObject({ code: expect.any(Number) as number });
  });

  it('recording in the app: it begins with the consent, ends with the stop, and is erased when deleted', async () => {
    const { actor, send, allow, state } = await onThePage(false);
    await allow();
    expect(state()).toBe('on');
    send({ type: 'back.requested' });
    send({ type: 'xstate.route', to: '#faq' });
    send({ type: 'xstate.route', to: '#helpImprove' });
    send({ type: 'recording.stopped' });
    expect(state()).toBe('kept');
    send({ type: 'back.requested' });
    const recording = recordedWith(actor);
    expect(recording?.start.from).toBe('middle');
    expect(recording?.steps.map(({ event }) => event.type)).toEqual(['back.requested', 'xstate.route', 'xstate.route']);
    expect(recording && replay(recording, journeyMachine).parted).toBeNull();
    send({ type: 'xstate.route', to: '#helpImprove' });
    send({ type: 'recording.deleted' });
    expect(recordedWith(actor)).toBeNull();
  });

  it('recording in the app, session ended: the recording ends, and the next borrower has not consented', async () => {
    const { actor, answer, send, allow, state } = await onThePage(true);
    await allow();
    send({ type: 'xstate.route', to: '#settings' });
    send({ type: 'logout.requested' });
    await answer('logOut', undefined);
    expect(state()).toBe('kept');
    const steps = recordedWith(actor)?.steps.length;
    expect(steps).toBeGreaterThan(1);
    send({ type: 'notice.dismissed' });
    expect(recordedWith(actor)?.steps).toHaveLength(steps ?? 0);
  });

  it('recording in the app, start failed: shows why, and records nothing', async () => {
    const { actor, send, state } = await onThePage(false);
    send({ type: 'recording.allowed' });
    open?.environment.running.get('startRecording')?.fail({ code: -1, message: '' });
    await turn();
    expect(actor.getSnapshot().matches({ places: { userCenter: { helpImprove: 'shown' } } })).toBe(true);
    expect(actor.getSnapshot().context.problem).toEqual({ code: -1, message: '' });
    expect(state()).toBe('off');
  });
});
