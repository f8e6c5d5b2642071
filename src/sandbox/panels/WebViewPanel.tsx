import { Button } from '#src/ui/button/Button.tsx';
import { phone } from '#src/ui/icon/primaryIcons.ts';
import { Segments } from '#src/ui/segments/Segments.tsx';
import { Panel } from '../parts/Panel.tsx';
import { TEXT_SIZES, WIDTHS, type WebView, type WebViewEvent } from '../phone/webView.ts';

const widths = WIDTHS.map((id) => ({ id, title: `${id} px` }));
const sizes = TEXT_SIZES.map((id) => ({ id, title: `${id}%` }));

/** The phone itself: width, text size, and whether the app is open. */
export const WebViewPanel = ({ view, send, onReload }: { view: WebView; send: (event: WebViewEvent) => void; onReload: () => void }) => (
  <Panel title="Web view" icon={phone}>
    <Segments
      legend="Width"
      name="width"
      value={view.width}
      segments={widths}
      onChange={(width) => send({ type: 'width.chosen', width })}
    />
    <Segments
      legend="Text size"
      name="textSize"
      value={view.textSize}
      segments={sizes}
      onChange={(textSize) => send({ type: 'textSize.chosen', textSize })}
    />
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
