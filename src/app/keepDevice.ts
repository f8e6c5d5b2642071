/** Writes down what the phone must remember, the moment the chart knows it. */
import type { JourneyActor } from '#machines/journey.machine.ts';
import type { RouteTarget } from '#machines/routes.ts';
import { placeIdOf } from '#src/router/place.ts';
import type { DeviceStorage } from './storage.ts';

export function keepDevice(actor: JourneyActor, storage: DeviceStorage): () => void {
  let drafts = actor.getSnapshot().context.drafts;
  /** Said once until writing works again, not at every field. */
  let isFailing = false;

  const subscription = actor.subscribe((snapshot) => {
    const { context } = snapshot;
    const { session, order } = context;
    storage.keepLanguage(context.language);
    if (!session) return;

    if (snapshot.hasTag('stable')) {
      const id = placeIdOf(snapshot);
      storage.keepResume(id === null || id === 'home' ? null : (`#${id}` as RouteTarget));
    }
    if (context.drafts !== drafts && order) {
      drafts = context.drafts;
      const isKept = storage.keepDrafts(session.userId, order.orderNo, drafts);
      if (!isKept && !isFailing) actor.send({ type: 'draft.notKept' });
      isFailing = !isKept;
    }
  });
  return () => subscription.unsubscribe();
}
