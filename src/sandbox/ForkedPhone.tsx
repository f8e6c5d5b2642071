import { useEffect, useReducer, useRef, useState } from 'react';
import { formatKsh } from '#machines/model/money.ts';
import { orderEventWords } from '#machines/orderWords.ts';
import { statusWords } from '#machines/words.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { FIRST_PHONE, type ForkPhone, type ForkWindow, type PromptAnswer } from '#src/inspector/fork/phoneOfFork.ts';
import { APP_NAME } from '#src/market/app.ts';
import { chat } from '#src/ui/icon/primaryIcons.ts';
import { SmsPanel } from './panels/SmsPanel.tsx';
import { WebViewPanel } from './panels/WebViewPanel.tsx';
import { Panel } from './parts/Panel.tsx';
import { wallet as walletIcon } from './parts/sandboxIcons.ts';
import { PhoneFrame } from './phone/PhoneFrame.tsx';
import { PinPrompt } from './phone/PinPrompt.tsx';
import { applyTextSize, firstWebView, goBack, nextWebView } from './phone/webView.ts';
import { RecordingPanel } from './recording/RecordingPanel.tsx';

/**
 * `/sandbox?fork`: the phone continues a step of a recording from the inspector. The lender, the texts and the wallet are
 * simulated in the page of the journey; the sandbox's own lender gets no requests.
 */
export function ForkedPhone() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [view, toView] = useReducer(nextWebView, firstWebView);
  const [phone, setPhone] = useState<ForkPhone>(FIRST_PHONE);
  const [answerPrompt, setAnswerPrompt] = useState<((answer: PromptAnswer) => void) | null>(null);
  const { now, mobile, prompt, texts, balance, moves, order } = phone;

  useEffect(() => {
    const around = window as ForkWindow;
    around.watchFork = (next, answer) => {
      setPhone(next);
      setAnswerPrompt(() => answer);
    };
    return () => {
      delete around.watchFork;
    };
  }, []);
  useEffect(() => applyTextSize(frame.current, view.textSize), [view.textSize]);

  return (
    <div className="sb">
      <header className="sb-head">
        <div>
          <h1 className="sb-head__title">Sandbox</h1>
          <p className="sb-head__about">A step of a recording that goes on. Nothing leaves this page and no money moves.</p>
        </div>
      </header>
      <main>
        <p className="sb-note" role="status">
          This phone goes on from a step of a recording. Its lender, its messages and its wallet are simulated in the page.
        </p>
        <div className="sb-main">
          <section className="sb-phone" aria-label="Phone">
            <PhoneFrame
              view={view}
              app="/inspector?fork"
              frame={frame}
              appName={APP_NAME}
              now={now}
              cover={
                prompt && (
                  <PinPrompt
                    key={prompt.id}
                    prompt={{ ...prompt, business: APP_NAME, expiresAt: prompt.until }}
                    now={now ?? prompt.until}
                    onPin={() => answerPrompt?.('pin')}
                    onCancel={() => answerPrompt?.('cancel')}
                  />
                )
              }
              onLoad={() => applyTextSize(frame.current, view.textSize)}
              onOpen={() => toView({ type: 'opened' })}
              onBack={() => {
                if (!goBack(frame.current)) toView({ type: 'closed' });
              }}
              onHome={() => toView({ type: 'closed' })}
            />
          </section>
          <div className="sb-panels">
            <div className="sb-panels__column">
              <SmsPanel messages={texts.map(({ at, text }, i) => ({ id: texts.length - i, to: mobile, text, at }))} />
              <Panel title="M-PESA wallet" icon={walletIcon}>
                <p className="sb-strong">{formatKsh(balance)}</p>
                <p className="sb-quiet">Any four digits are its PIN.</p>
                <ul className="sb-rows">
                  {moves.map(({ at, amount, words }) => (
                    <li key={`${at} ${amount} ${words}`} className="sb-row">
                      <span>{words}</span>
                      <span className="sb-quiet">{amount < 0 ? `− ${formatKsh(-amount)}` : `+ ${formatKsh(amount)}`}</span>
                    </li>
                  ))}
                </ul>
                {moves.length === 0 && <p className="sb-quiet">No money has moved since the step.</p>}
              </Panel>
            </div>
            <div className="sb-panels__column">
              <Panel title="What the lender did" icon={chat}>
                <ol className="sb-rows">
                  {order.map(({ at, event, to }, i) => (
                    <li key={`${i} ${event}`} className="sb-row">
                      <span>
                        {orderEventWords(event)?.[1] ?? event} Now {statusWords(to)}.
                      </span>
                      <span className="sb-quiet">{formatMoment('en', at)}</span>
                    </li>
                  ))}
                </ol>
                {order.length === 0 && <p className="sb-quiet">Nothing since the step.</p>}
              </Panel>
              <WebViewPanel view={view} send={toView} onReload={() => frame.current?.contentWindow?.location.reload()} />
              <RecordingPanel transitions={() => Promise.resolve([...order])} />
            </div>
          </div>
        </div>
      </main>
    </div>
  );
}
