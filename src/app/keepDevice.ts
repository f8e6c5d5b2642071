/** Writes down what the phone must remember, the moment the chart knows it. */
import type { AwaitedCode } from '#machines/context.ts';
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';
import type { RouteTarget } from '#machines/routes.ts';
import { isPassing, placeIdOf } from '#src/router/place.ts';
import type { DeviceStorage } from './storage.ts';

const isEmpty = (drafts: object): boolean => Object.keys(drafts).length === 0;

/** undefined: a call is under way, and its answer decides whether the code is still awaited. */
function awaitedCodeOf(snapshot: JourneySnapshot): AwaitedCode | null | undefined {
  const { signIn, pendingRoute } = snapshot.context;
  const { mobile, codeAgainAt } = signIn;
  const isAt = (login: boolean): boolean =>
    snapshot.matches({ places: { user: login ? { login: 'enteringCode' } : { register: 'enteringCode' } } });
  const purpose = isAt(true) ? 'login' : isAt(false) ? 'register' : null;
  if (purpose && codeAgainAt !== null) return { purpose, mobile, codeAgainAt, pendingRoute };
  return isPassing(snapshot) || snapshot.hasTag('busy') ? undefined : null;
}

export function keepDevice(actor: JourneyActor, storage: DeviceStorage): () => void {
  let { drafts, unsent } = actor.getSnapshot().context;
  /** Said once until writing works again, not at every field. */
  let isFailing = false;

  const judge = (isKept: boolean): void => {
    if (!isKept && !isFailing) actor.send({ type: 'draft.notKept' });
    isFailing = !isKept;
  };

  const subscription = actor.subscribe((snapshot) => {
    const { context } = snapshot;
    const { session, order } = context;
    // Before the phone was read the chart knows neither; a link or a lost connection may come first.
    if (!snapshot.matches('boot')) {
      storage.keepLanguage(context.language);
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
    // Before the lender was heard, drafts of the phone have no order yet; drafts that are gone are gone for every one.
    if (context.drafts !== drafts && (order || isEmpty(context.drafts))) {
      const wasEmpty = isEmpty(drafts);
      drafts = context.drafts;
      if (wasEmpty && isEmpty(drafts)) return;
      judge(storage.keepDrafts(session.userId, order?.orderNo ?? '', drafts));
    }
    if (context.unsent !== unsent && !snapshot.matches('boot')) {
      ({ unsent } = context);
      judge(storage.keepUnsent(session.userId, unsent));
    }
  });
  return () => subscription.unsubscribe();
}
