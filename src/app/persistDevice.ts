/** Writes state that must survive a restart to the phone's storage, as soon as the chart changes it. */
import type { AwaitedCode } from '#machines/context.ts';
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';
import type { RouteTarget } from '#machines/routes.ts';
import { isPassing, placeIdOf } from '#src/router/currentPlace.ts';
import type { DeviceStorage } from './storage.ts';

const isEmpty = (drafts: object): boolean => Object.keys(drafts).length === 0;

/** undefined: a call is running, and its answer decides whether a code is still awaited. */
function awaitedCodeOf(snapshot: JourneySnapshot): AwaitedCode | null | undefined {
  const { signIn, pendingRoute } = snapshot.context;
  const { mobile, codeAgainAt, mayNotCome } = signIn;
  const isAt = (login: boolean): boolean =>
    snapshot.matches({ places: { user: login ? { login: 'enteringCode' } : { register: 'enteringCode' } } });
  const purpose = isAt(true) ? 'login' : isAt(false) ? 'register' : null;
  if (purpose && codeAgainAt !== null) return { purpose, mobile, codeAgainAt, pendingRoute, ...(mayNotCome ? { mayNotCome } : {}) };
  return isPassing(snapshot) || (snapshot.hasTag('busy') && snapshot.matches({ places: 'user' })) ? undefined : null;
}

export function persistDevice(actor: JourneyActor, storage: DeviceStorage): () => void {
  let { drafts, unsent } = actor.getSnapshot().context;
  /** Failed writes are reported once, until a write succeeds again. */
  let isFailing = false;

  const judge = (isKept: boolean): void => {
    if (!isKept && !isFailing) actor.send({ type: 'draft.notKept' });
    isFailing = !isKept;
  };

  const subscription = actor.subscribe((snapshot) => {
    const { context } = snapshot;
    const { session, order } = context;
    // Before the storage was read, the context has no stored values, and links and connection changes may already arrive.
    if (!snapshot.matches('boot')) {
      storage.keepLanguage(context.language);
      storage.keepAppearance(context.appearance);
      storage.keepLostSession(context.lostSession);
    }
    const awaited = awaitedCodeOf(snapshot);
    if (awaited !== undefined) storage.keepAwaitedCode(awaited);
    const { afid } = context.query;
    if (afid) storage.keepApp({ afid });
    if (!session) return;

    if (snapshot.hasTag('stable')) {
      const id = placeIdOf(snapshot);
      storage.keepResume(id === null || id === 'home' ? null : (`#${id}` as RouteTarget));
    }
    // Stored drafts belong to no known order until the lender has answered. Deleting drafts deletes those of every
    // order.
    if (context.drafts !== drafts && (order || isEmpty(context.drafts))) {
      const wasEmpty = isEmpty(drafts);
      drafts = context.drafts;
      if (wasEmpty && isEmpty(drafts)) return;
      judge(storage.keepDrafts(session.userId, order?.orderNo ?? null, drafts));
    }
    if (context.unsent !== unsent && !snapshot.matches('boot')) {
      ({ unsent } = context);
      judge(storage.keepUnsent(session.userId, unsent));
    }
  });
  return () => subscription.unsubscribe();
}
