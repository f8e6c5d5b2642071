/** The web view of the simulated phone: is it open, how wide, how large is the text. A plain reducer. */

export const WIDTHS = [320, 360, 412] as const;
/** Percent of the app's own size, as the phone's settings give it. */
export const TEXT_SIZES = [100, 130, 200] as const;

export interface WebView {
  is: 'open' | 'closed';
  /** Counts openings: each is a new page with nothing but what the phone stored. */
  opening: number;
  width: (typeof WIDTHS)[number];
  textSize: (typeof TEXT_SIZES)[number];
}

export type WebViewEvent =
  | { type: 'closed' }
  | { type: 'opened' }
  | { type: 'width.chosen'; width: WebView['width'] }
  | { type: 'textSize.chosen'; textSize: WebView['textSize'] };

export const firstWebView: WebView = { is: 'open', opening: 1, width: 360, textSize: 100 };

export function nextWebView(view: WebView, event: WebViewEvent): WebView {
  switch (event.type) {
    case 'closed':
      return { ...view, is: 'closed' };
    case 'opened':
      return { ...view, is: 'open', opening: view.opening + 1 };
    case 'width.chosen':
      return { ...view, width: event.width };
    case 'textSize.chosen':
      return { ...view, textSize: event.textSize };
  }
}

/** Text zoom as a web view does it: the app's sizes are in rem. */
export function applyTextSize(frame: HTMLIFrameElement | null, percent: number): void {
  const root = frame?.contentDocument?.documentElement;
  if (root) root.style.fontSize = `${percent}%`;
}

/** What the Navigation API tells of one frame; absent from older engines. */
interface FrameNavigation {
  canGoBack: boolean;
}

/**
 * Android's Back: one step in the web view's own history.
 * @returns false when there is none, and the phone leaves the app.
 */
export function goBack(frame: HTMLIFrameElement | null): boolean {
  const view = frame?.contentWindow as (Window & { navigation?: FrameNavigation }) | null | undefined;
  // A browser without this interface cannot say; then Back is tried.
  const canGoBack = view?.navigation?.canGoBack ?? true;
  if (!view || !canGoBack) return false;
  view.history.back();
  return true;
}
