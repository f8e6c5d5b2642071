import { expect, it } from 'vitest';
import { recordJourney } from '#src/recording/recorder.ts';
import { homeWith, session } from '../paths/lenderSamples.ts';
import { options, recorded, running } from './randomJourney.ts';

it('redaction at another moment: gives the same recording as at once, also while events wait', async () => {
  const { actor, environment } = running();
  const works: (() => void)[] = [];
  let at = 1_000;
  const now = (): number => at;
  const atOnce = recordJourney(actor, options(now));
  const later = recordJourney(actor, { ...options(now), later: (work) => void works.push(work) });
  actor.start();
  const answer = async (id: string, output: unknown): Promise<void> => {
    environment.running.get(id)?.answer(output);
    await new Promise<void>((done) => setImmediate(done));
  };
  await answer('restoreDevice', { session, language: 'en', drafts: {}, resume: null });
  at += 500;
  await answer('loadHome', homeWith(null));
  works.splice(0).forEach((work) => work());
  at += 500;
  actor.send({ type: 'xstate.route', to: '#faq' });
  at += 500;
  actor.send({ type: 'back.requested' });
  expect(works, 'events that wait are written by one call').toHaveLength(1);
  expect(later.steps()).toBe(atOnce.steps());
  expect(recorded(later)).toEqual(recorded(atOnce));
  actor.stop();
});
