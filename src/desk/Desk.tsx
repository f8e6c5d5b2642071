/** The desk: draws the snapshot of its machine, and sends each press and each typed value to the machine. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { DeskActor, DeskSnapshot } from '#machines/desk.machine.ts';
import { idleEndOf } from '#machines/desk/setup.ts';
import type { DeskCall, Role } from '#src/api/desk.ts';
import { DESK_CALLS } from '#src/api/deskRights.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { offline } from '#src/ui/icon/primaryIcons.ts';
import { Question } from './parts/Parts.tsx';
import type { ScreenProps } from './parts/deskScreenProps.ts';
import { Account } from './screens/Account.tsx';
import { CaseScreen } from './screens/CaseScreen.tsx';
import { Figures } from './screens/Figures.tsx';
import { Log } from './screens/Log.tsx';
import { QueueNav } from './screens/QueueNav.tsx';
import { Overview, QueueScreen } from './screens/QueueScreen.tsx';
import { Recordings } from './screens/Recordings.tsx';
import { Search } from './screens/Search.tsx';
import { SignIn } from './screens/SignIn.tsx';
import { Staff } from './screens/Staff.tsx';
import { lengthText } from './time.ts';
import { QUEUE_NAMES, ROLE_NAMES } from './deskWords.ts';

/** The title of the browser tab, by which a clerk finds one of several open tabs. */
function titleOf(state: DeskSnapshot): string {
  const { queue, caseId } = state.context;
  if (!state.matches('working')) return 'Sign in';
  if (state.matches({ working: { place: 'case' } })) return caseId?.split(':')[1] ?? 'Case';
  if (state.matches({ working: { place: 'queue' } }) && queue) return QUEUE_NAMES[queue];
  const [meta] = Object.values(state.getMeta()).filter((one) => one !== undefined);
  return meta?.title ?? 'Desk';
}

const Place = (props: ScreenProps) => {
  const { state } = props;
  const at = (place: 'overview' | 'queue' | 'case' | 'search' | 'figures' | 'log' | 'recordings' | 'staff' | 'account'): boolean =>
    state.matches({ working: { place } });
  if (at('queue')) return <QueueScreen key={state.context.queue} {...props} />;
  if (at('case')) return <CaseScreen key={state.context.caseId} {...props} />;
  if (at('search')) return <Search {...props} />;
  if (at('figures')) return <Figures {...props} />;
  if (at('log')) return <Log key={state.context.logOf} {...props} />;
  if (at('recordings')) return <Recordings {...props} />;
  if (at('staff')) return <Staff {...props} />;
  if (at('account')) return <Account {...props} />;
  return <Overview {...props} />;
};

function Head({ state, send }: ScreenProps) {
  const { session } = state.context;
  if (!session) return null;
  const may = (call: DeskCall): boolean => (DESK_CALLS[call] as readonly Role[]).includes(session.role);
  const link = (place: 'search' | 'figures' | 'log' | 'recordings' | 'staff' | 'account', words: string) => (
    <button
      type="button"
      className="dk-link"
      aria-current={state.matches({ working: { place } }) ? 'page' : undefined}
      onClick={() => send(place === 'log' ? { type: 'log.opened', caseId: null } : { type: `${place}.opened` })}
    >
      {words}
    </button>
  );
  return (
    <header className="dk-head">
      <a
        className="dk-skip"
        href="#middle"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('middle')?.focus();
        }}
      >
        Skip to the middle
      </a>
      <p className="dk-name">Desk</p>
      <nav className="dk-menu" aria-label="Desk">
        {may('find') && link('search', 'Find a case')}
        {link('figures', 'Figures')}
        {may('recordings') && link('recordings', 'Recordings')}
        {may('log') && link('log', 'Log')}
        {may('staff') && link('staff', 'Staff')}
      </nav>
      <div className="dk-who">
        {link('account', session.name)}
        <span className="muted">{ROLE_NAMES[session.role]}</span>
        <button type="button" className="dk-act" onClick={() => send({ type: 'signOut.requested' })}>
          Sign out
        </button>
      </div>
    </header>
  );
}

function Questions({ state, send }: ScreenProps) {
  const stay = (): void => send({ type: 'stay.requested' });
  if (state.matches({ working: { attendance: 'warned' } }))
    return (
      <Question title="Are you still there?" onCancel={stay}>
        <p role="timer">
          You will be signed out in {lengthText(idleEndOf(state.context) - state.context.now)}. What you typed is kept on this page.
        </p>
        <div className="dk-buttons">
          <Button onPress={stay}>Stay signed in</Button>
          <Button kind="secondary" onPress={() => send({ type: 'signOut.requested' })}>
            Sign out
          </Button>
        </div>
      </Question>
    );
  if (state.matches({ working: { attendance: 'leaving' } }))
    return (
      <Question title="Sign out and lose what you typed?" onCancel={stay}>
        <p>There are words that you have not sent. Signing out drops them.</p>
        <div className="dk-buttons">
          <Button onPress={stay}>Go back</Button>
          <Button kind="secondary" onPress={() => send({ type: 'signOut.confirmed' })}>
            Sign out
          </Button>
        </div>
      </Question>
    );
  return null;
}

export function DeskPage({ state, send }: ScreenProps) {
  const title = titleOf(state);
  useEffect(() => {
    document.title = `${title} · Desk`;
  }, [title]);
  const { isOnline } = state.context;
  return (
    <>
      {!isOnline && (
        <p className="dk-offline" role="status">
          <Icon path={offline} size="s" />
          <span>You are offline. What you type is kept; nothing is sent.</span>
        </p>
      )}
      {state.matches('working') ? (
        <div className="dk">
          <Head state={state} send={send} />
          <QueueNav state={state} send={send} />
          <main className="dk-middle" id="middle" tabIndex={-1}>
            <Place state={state} send={send} />
          </main>
          <Questions state={state} send={send} />
        </div>
      ) : (
        <SignIn state={state} send={send} />
      )}
    </>
  );
}

export function Desk({ actor }: { actor: DeskActor }) {
  const state = useSelector(actor, (snapshot) => snapshot);
  return <DeskPage state={state} send={actor.send} />;
}
