import { clockText } from '#machines/model/calendar.ts';
import type { ReactNode, RefObject } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { back, home } from '#src/ui/icon/primaryIcons.ts';
import type { WebView } from './webView.ts';

interface Props {
  view: WebView;
  /** Address of the page in the web view. */
  app: string;
  frame: RefObject<HTMLIFrameElement | null>;
  appName: string;
  /** The lender's clock; null before it is known. */
  now: number | null;
  /** A native surface over the web view. */
  cover: ReactNode;
  onLoad: () => void;
  onOpen: () => void;
  onBack: () => void;
  onHome: () => void;
}

/** The phone: status bar, web view, Android's keys. */
export const PhoneFrame = ({ view, app, frame, appName, now, cover, onLoad, onOpen, onBack, onHome }: Props) => (
  <div className="sb-device">
    <div className="sb-screen" style={{ width: view.width }}>
      <div className="sb-statusbar">
        <span>{now === null ? '--:--' : clockText(now)}</span>
        <span>4G 84%</span>
      </div>
      <div className="sb-webview" inert={Boolean(cover)}>
        {view.is === 'open' ? (
          // The app is trusted and has the same origin: it shares storage and text size with the phone.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe key={view.opening} ref={frame} src={app} title="App" onLoad={onLoad} />
        ) : (
          <div className="sb-launcher">
            <span className="sb-launcher__icon">
              <Icon path={home} />
            </span>
            <p>The app is closed. What it stored on this phone is still here.</p>
            <button className="btn-open sb-input" type="button" onClick={onOpen}>
              Open {appName}
            </button>
          </div>
        )}
      </div>
      <div className="sb-navkeys">
        <button className="sb-key" type="button" aria-label="Android Back" onClick={onBack}>
          <Icon path={back} size="s" />
        </button>
        <button className="sb-key" type="button" aria-label="Android Home" onClick={onHome}>
          <Icon path={home} size="s" />
        </button>
      </div>
      {cover}
    </div>
  </div>
);
