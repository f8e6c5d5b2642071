/** The preview of the desk: renders one snapshot with the real screen. It sends nothing and fetches no data. */
import './still.ts';
import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { DeskSnapshot } from '#machines/desk.machine.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import '#src/desk/desk.css';
import { DeskPage } from '#src/desk/Desk.tsx';
import './phone.css';
import { PREVIEW_READY, type PreviewWindow } from './frameMessages.ts';

/** The snapshot with covered photos, because only the lender has the pictures of a case. */
function withoutPictures(snapshot: DeskSnapshot): DeskSnapshot {
  const { case: shown } = snapshot.context;
  if (!shown?.uncovered.includes('photos')) return snapshot;
  const uncovered = shown.uncovered.filter((one) => one !== 'photos');
  const covered = shown.covered.includes('photos') ? shown.covered : [...shown.covered, 'photos' as const];
  return Object.assign(Object.create(Object.getPrototypeOf(snapshot) as object) as DeskSnapshot, snapshot, {
    context: { ...snapshot.context, case: { ...shown, covered, uncovered } },
  });
}

/** Catches the error of a screen that reads a redacted text. The next step is rendered normally. */
class Drawn extends Component<{ of: DeskSnapshot; children: ReactNode }, { failed: DeskSnapshot | null }> {
  override state = { failed: null };
  static getDerivedStateFromProps({ of }: { of: DeskSnapshot }, { failed }: { failed: DeskSnapshot | null }) {
    return failed === null || failed === of ? null : { failed: null };
  }
  override componentDidCatch(): void {
    this.setState({ failed: this.props.of });
  }
  override render(): ReactNode {
    return this.state.failed === this.props.of ? (
      <main className="screen__main">
        <p>This step cannot be drawn without the texts that are hidden in it.</p>
      </main>
    ) : (
      this.props.children
    );
  }
}

const nothing = (): void => undefined;
const root = createRoot(document.getElementById('root') as HTMLElement);

(window as unknown as PreviewWindow<DeskSnapshot>).show = ({ snapshot, textSize, isPassing }) => {
  document.documentElement.style.fontSize = `${textSize}%`;
  document.documentElement.toggleAttribute('data-passing', isPassing);
  flushSync(() =>
    root.render(
      <Drawn of={snapshot}>
        <DeskPage state={withoutPictures(snapshot)} send={nothing} />
      </Drawn>,
    ),
  );
};
window.parent.postMessage(PREVIEW_READY, window.location.origin);
