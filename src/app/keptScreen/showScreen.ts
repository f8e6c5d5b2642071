/**
 * Shows the last screen of a borrower until the app has drawn: what they owe, or the form that they left. On a slow phone the
 * app needs seconds for that, most of them for its files and for the answer of the lender.
 */
import { ROUTES, type RouteName } from '#machines/routes.ts';
import type { StoredDevice } from '#machines/model/device.ts';
import { addStyles } from '#src/ui/addStyles.ts';
import { yieldToPage } from '#src/ui/yieldToPage.ts';
import type { Stored } from '../safe/readStored.ts';
import { decryptScreen, draftAtOf, type KeptScreen } from './screenRecord.ts';

/** The place at which this start begins: that of the link, or the one where the app was closed. */
function firstPath(resume: StoredDevice['resume']): string {
  const linked = location.hash.slice(1).split('?')[0] || ROUTES.home;
  return linked === ROUTES.home && resume ? ROUTES[resume.slice(1) as RouteName] : linked;
}

/** Draws it in place of the loading home. A press or a letter in it is kept for the app (`index.html`, `handOver.ts`). */
function draw({ html, css }: KeptScreen, start: HTMLElement): void {
  addStyles(css);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  start.textContent = '';
  start.append(...Array.from(body.childNodes));
  for (const element of Array.from(start.querySelectorAll<HTMLElement>('[data-style]')))
    element.style.cssText = element.dataset['style'] as string;
  // Without the app, the browser would load the page again, and the Enter key of a field would press the button of the form.
  start.addEventListener('submit', (event) => event.preventDefault());
  start.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  });
}

/**
 * @param stored what the start page has read. @param restored the phone's state, after the shell was asked who is signed in.
 * Rejects where there is no screen for this start.
 */
export async function showKeptScreen(stored: Promise<Stored>, restored: Promise<StoredDevice>): Promise<void> {
  const [{ key, screen }, { session, language, resume, drafts }] = await Promise.all([stored, restored]);
  if (!key || !screen || !session) return;
  const kept = await decryptScreen(screen, key.wrapping, { token: session.token, language, release: __RELEASE__ });
  // The call for home leaves first.
  await yieldToPage();
  const isLatest = kept.draftAt === draftAtOf(kept.path, drafts) && Date.now() < kept.until;
  const isOfThisStart = isLatest && kept.path === firstPath(resume);
  const start = document.getElementById('start');
  if (isOfThisStart && start) {
    document.documentElement.lang = language;
    draw(kept, start);
  }
}
