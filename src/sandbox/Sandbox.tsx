import { useEffect, useReducer, useRef, useState } from 'react';
import type { SandboxState } from '#src/api/sandbox.ts';
import { APP_NAME } from '#src/market/app.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { error as errorIcon } from '#src/ui/icon/primaryIcons.ts';
import { DeskPanel } from './desk/DeskPanel.tsx';
import type { OpenDesk } from './desk/openDesk.ts';
import { useLender, type Command, type Lender } from './lender/useLender.ts';
import { ApplicationsPanel } from './panels/ApplicationsPanel.tsx';
import { ClockPanel } from './panels/ClockPanel.tsx';
import { EventLogPanel } from './panels/EventLogPanel.tsx';
import { PhoneBookPanel } from './panels/PhoneBookPanel.tsx';
import { RailPanel } from './panels/RailPanel.tsx';
import { SecurityPanel } from './panels/SecurityPanel.tsx';
import { SessionPanel } from './panels/SessionPanel.tsx';
import { ShellPanel } from './panels/ShellPanel.tsx';
import { SmsPanel } from './panels/SmsPanel.tsx';
import { WalletPanel } from './panels/WalletPanel.tsx';
import { WebViewPanel } from './panels/WebViewPanel.tsx';
import { Cover } from './phone/Cover.tsx';
import { forgetEverything } from './phone/eraseStorage.ts';
import { PhoneFrame } from './phone/PhoneFrame.tsx';
import { applyTextSize, firstWebView, goBack, nextWebView, wake } from './phone/webView.ts';
import { RecordingPanel } from './recording/RecordingPanel.tsx';
import { useOrderPushes } from './shell/useOrderPushes.ts';
import { useShell } from './shell/useShell.ts';

const REACH = {
  connecting: { className: 'sb-pill sb-pill--wait', words: 'Connecting' },
  answering: { className: 'sb-pill', words: 'Lender answers' },
  unreachable: { className: 'sb-pill sb-pill--bad', words: 'Lender does not answer' },
} as const;

/** Numbers to which the lender has sent an SMS, newest first. */
const mobilesOf = ({ sms }: SandboxState): string[] => Array.from(new Set(sms.map(({ to }) => to)));

/** One phone, one lender and one payment rail, side by side. */
export function Sandbox() {
  const frame = useRef<HTMLIFrameElement>(null);
  const lender = useLender();
  const shell = useShell(frame);
  const [view, toView] = useReducer(nextWebView, firstWebView);
  const [desk, setDesk] = useState<OpenDesk | null>(null);
  const { settings, contacts, log } = shell.snapshot.context;
  const { send } = shell;

  // A new page has sent no requests yet. Requests of the page before it are dropped.
  useEffect(() => {
    const at = Date.now();
    send(view.is === 'open' ? { type: 'frame.opened', opening: view.opening, at } : { type: 'frame.closed', at });
  }, [view.is, view.opening, send]);
  useEffect(() => applyTextSize(frame.current, view.textSize), [view.textSize]);
  useOrderPushes(lender.state?.orders, shell.push);

  // The app reads the new time when the phone wakes.
  const moveClock: Command = async (path, body) => {
    const moved = await lender.run(path, body);
    if (moved) wake(frame.current);
    return moved;
  };

  const covered = shell.snapshot.matches('listening') && !lender.state?.prompts[0] ? null : <Cover shell={shell} lender={lender} />;

  return (
    <div className="sb">
      <Head
        lender={lender}
        onReset={async () => {
          // The app is closed first, because a page stores its drafts once more when it unloads. The desk is closed, because the
          // reset ends the session of its clerk.
          toView({ type: 'closed' });
          setDesk(null);
          if (await lender.run('/reset', {})) {
            await forgetEverything();
            send({ type: 'phone.reset' });
          }
          toView({ type: 'opened' });
        }}
      />
      <main>
        {lender.reach === 'unreachable' && (
          <p className="sb-trouble" role="alert">
            The lender does not answer. Is the server running? This page tries again by itself; what it shows is from before.
          </p>
        )}
        {lender.refusal && (
          <div className="sb-trouble" role="alert">
            {lender.refusal}{' '}
            <Button kind="quiet" size="small" onPress={lender.dismissRefusal}>
              Dismiss
            </Button>
          </div>
        )}
        <div className="sb-main">
          <section className="sb-phone" aria-label="Phone">
            <PhoneFrame
              view={view}
              app="/"
              frame={frame}
              appName={APP_NAME}
              now={lender.state?.now ?? null}
              cover={covered}
              onLoad={() => applyTextSize(frame.current, view.textSize)}
              onOpen={() => toView({ type: 'opened' })}
              onBack={() => {
                if (!goBack(frame.current)) toView({ type: 'closed' });
              }}
              onHome={() => toView({ type: 'closed' })}
            />
          </section>
          <div className="sb-panels">
            {lender.state && <DeskPanel state={lender.state} run={lender.run} desk={desk} setDesk={setDesk} />}
            <div className="sb-panels__column">
              {lender.state && <SmsPanel messages={lender.state.sms} />}
              {lender.state && <ClockPanel now={lender.state.now} ahead={lender.state.ahead} run={moveClock} />}
              {lender.state && <ApplicationsPanel orders={lender.state.orders} lender={lender} />}
              {lender.state && <WalletPanel state={lender.state} run={lender.run} />}
              {lender.state && <RailPanel rail={lender.state.rail} callbacks={lender.state.failedCallbacks} run={lender.run} />}
              {lender.state && <SecurityPanel events={lender.state.security} />}
              {lender.state && <SessionPanel mobiles={mobilesOf(lender.state)} run={lender.run} />}
            </div>
            <div className="sb-panels__column">
              <WebViewPanel
                view={view}
                send={toView}
                onReload={() => {
                  send({ type: 'frame.opened', opening: view.opening, at: Date.now() });
                  frame.current?.contentWindow?.location.reload();
                }}
              />
              <ShellPanel
                settings={settings}
                onChange={(changed) => {
                  send({ type: 'settings.changed', settings: changed });
                  if (view.is === 'open') toView({ type: 'opened' });
                }}
              />
              <PhoneBookPanel
                contacts={contacts}
                onSave={(contact) => send({ type: 'contact.saved', contact })}
                onRemove={(id) => send({ type: 'contact.removed', id })}
              />
              <RecordingPanel transitions={lender.api.transitions} />
              <EventLogPanel log={log} onClear={() => send({ type: 'log.cleared' })} />
            </div>
          </div>
        </div>
      </main>
    </div>
  );
}

function Head({ lender, onReset }: { lender: Lender; onReset: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  const reach = REACH[lender.reach];
  return (
    <header className="sb-head">
      <div>
        <h1 className="sb-head__title">Sandbox</h1>
        <p className="sb-head__about">A phone, a lender and M-PESA, all simulated. Nothing leaves this machine and no money moves.</p>
      </div>
      <div className="sb-head__status">
        <span className={reach.className} role="status">
          {lender.reach === 'unreachable' && <Icon path={errorIcon} size="xs" />}
          {reach.words}
        </span>
        {asking ? (
          <>
            <Button
              kind="sun"
              size="small"
              onPress={() => {
                setAsking(false);
                void onReset();
              }}
            >
              Yes, forget everything
            </Button>
            <button className="sb-onbrand" type="button" onClick={() => setAsking(false)}>
              Keep it
            </button>
          </>
        ) : (
          <button className="sb-onbrand" type="button" onClick={() => setAsking(true)}>
            Reset
          </button>
        )}
      </div>
    </header>
  );
}
