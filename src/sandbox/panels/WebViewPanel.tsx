import { Button } from '#src/ui/button/Button.tsx';
import { phone } from '#src/ui/icon/primaryIcons.ts';
import { Choices } from '../parts/Choices.tsx';
import { Panel } from '../parts/Panel.tsx';
import { TEXT_SIZES, WIDTHS, type WebView, type WebViewEvent } from '../phone/webView.ts';

const widths = WIDTHS.map((width) => [width, `${width} px`] as const);
const sizes = TEXT_SIZES.map((size) => [size, `${size}%`] as const);

/** The phone itself: width, text size, and whether the app is open. */
export const WebViewPanel = ({ view, send, onReload }: { view: WebView; send: (event: WebViewEvent) => void; onReload: () => void }) => (
  <Panel title="Web view" icon={phone}>
    <Choices label="Width" value={view.width} options={widths} onChange={(width) => send({ type: 'width.chosen', width })} />
    <Choices label="Text size" value={view.textSize} options={sizes} onChange={(textSize) => send({ type: 'textSize.chosen', textSize })} />
    <div className="sb-buttons">
      {view.is === 'open' && (
        <>
          <Button kind="secondary" size="small" onPress={onReload}>
            Reload the app
          </Button>
          <Button kind="secondary" size="small" onPress={() => send({ type: 'closed' })}>
            Close the web view
          </Button>
        </>
      )}
      {view.is === 'closed' && (
        <Button kind="secondary" size="small" onPress={() => send({ type: 'opened' })}>
          Reopen the web view
        </Button>
      )}
    </div>
  </Panel>
);
