/** Writes state that must survive a restart to the phone's storage, as soon as the chart changes it. */
import type { AwaitedCode } from '#machines/context.ts';
import type { JourneyActor, JourneySnapshot } from '#machines/journey.machine.ts';
import type { RouteTarget } from '#machines/routes.ts';
import { isPassing, placeIdOf } from '#src/router/currentPlace.ts';
import type { DeviceStorage } from './storage.ts';
import { whenIdle } from './whenIdle.ts';

const isEmpty = (drafts: object): boolean => Object.keys(drafts).length === 0;

/** Whether this state of signing in or registering is active, and of which. */
function purposeAt(snapshot: JourneySnapshot, state: 'enteringMobile' | 'enteringCode'): AwaitedCode['purpose'] | null {
  if (snapshot.matches({ places: { user: { login: state } } })) return 'login';
  return snapshot.matches({ places: { user: { register: state } } }) ? 'register' : null;
}

/** null: no code is awaited, and no number was typed. undefined: a call is running, and its answer decides. */
function awaitedCodeOf(snapshot: JourneySnapshot): AwaitedCode | null | undefined {
  const { signIn, pendingRoute } = snapshot.context;
  const { mobile, codeAgainAt, mayNotCome } = signIn;
  const purpose = purposeAt(snapshot, 'enteringCode');
  if (purpose && codeAgainAt !== null) return { purpose, mobile, codeAgainAt, pendingRoute, ...(mayNotCome ? { mayNotCome } : {}) };
  const typedFor = purposeAt(snapshot, 'enteringMobile');
  if (typedFor && mobile) return { purpose: typedFor, mobile, codeAgainAt: 0, pendingRoute };
  return isPassing(snapshot) || (snapshot.hasTag('busy') && snapshot.matches({ places: 'user' })) ? undefined : null;
}

export function persistDevice(actor: JourneyActor, storage: DeviceStorage): () => void {
  let { drafts, unsent } = actor.getSnapshot().context;
  /** Failed writes are reported once, until a write succeeds again. */
  let isFailing = false;
  /** The safe was opened for a number. */
  let isPrepared = false;

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
    // A number that is being typed when the page is closed can be stored only if the safe is open.
    if (!isPrepared && purposeAt(snapshot, 'enteringMobile')) {
      isPrepared = true;
      whenIdle(() => void storage.prepare().catch(() => undefined));
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
