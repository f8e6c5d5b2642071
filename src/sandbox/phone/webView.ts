/** The web view of the simulated phone: open or closed, width, text size. A plain reducer. */

export const WIDTHS = [320, 360, 412] as const;
/** Text zoom of the phone's settings, in percent. */
export const TEXT_SIZES = [100, 130, 200] as const;

export interface WebView {
  is: 'open' | 'closed';
  /** Number of openings. Each opening is a new page that shares only the phone's storage with the earlier ones. */
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

/** Applies the text zoom like a web view. The app's sizes are in rem. */
export function applyTextSize(frame: HTMLIFrameElement | null, percent: number): void {
  const root = frame?.contentDocument?.documentElement;
  if (root) root.style.fontSize = `${percent}%`;
}

/** Reports to the app that the borrower uses the phone again, as a web view does after it was asleep. */
export function wake(frame: HTMLIFrameElement | null): void {
  frame?.contentDocument?.dispatchEvent(new Event('visibilitychange'));
}

/** The used part of the Navigation API; absent in older engines. */
interface FrameNavigation {
  canGoBack: boolean;
}

/**
 * Android's Back: one step in the web view's own history.
 * @returns false when there is no earlier step; the phone then leaves the app.
 */
export function goBack(frame: HTMLIFrameElement | null): boolean {
  const view = frame?.contentWindow as (Window & { navigation?: FrameNavigation }) | null | undefined;
  // Without this interface the history is unknown, so Back is attempted.
  const canGoBack = view?.navigation?.canGoBack ?? true;
  if (!view || !canGoBack) return false;
  view.history.back();
  return true;
}
