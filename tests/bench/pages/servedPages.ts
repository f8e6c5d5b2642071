/** Serves the pages, and makes browser profiles of earlier visits: with a warm cache, and with a session. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { signInOnPage, type SignedIn } from '../../../scripts/lib/signInOnPage.ts';
import { startLender, type TestLender } from '../../support/testLender.ts';
import { TEMPORARY_ROOT } from '../../support/temporaryRoot.ts';
import { serveReference } from './references.ts';
import { ADDRESSES, type Subject } from './subjects.ts';
import { openProfile, pause } from './visit.ts';

/**
 * The history of a browser. `new`: no visits. `visitor`: visits of home. `borrower`: signed in, with a running loan.
 * `applicant`: signed in, at the personal form. `applicantCold`: the same with an empty cache.
 */
export type History = 'new' | 'visitor' | 'borrower' | 'applicant' | 'applicantCold';

export interface OpenedPlace {
  subject: Subject;
  home: string;
  personal: string;
  hasForm: boolean;
  hasSession: boolean;
  framework: boolean;
  /** Profile folder of a browser with this history, which the first call makes; null: a new browser. */
  profile: (history: History) => Promise<string | null>;
  stop: () => Promise<void>;
}

/** The folders of a browser's caches. The rest of a profile is the storage of pages. */
const CACHES = ['Cache', 'Code Cache', 'Service Worker/CacheStorage', 'Service Worker/ScriptCache', 'GPUCache'];

/** Number of visits for a history. V8 caches compiled code from the second visit on, and the browser stores it at the third. */
const VISITS = 3;

async function makeProfile(place: Omit<OpenedPlace, 'profile' | 'stop'>, history: History, lender: TestLender | null): Promise<string> {
  const folder = await mkdtemp(join(TEMPORARY_ROOT, 'bench-profile-'));
  for (let n = 0; n < VISITS; n++) {
    const context = await openProfile(folder);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(history === 'applicant' && n > 0 ? place.personal : place.home);
    if (n === 0 && history !== 'visitor') {
      if (lender) await signInOnPage(page, { url: lender.url, store: lender.inside().store }, history as SignedIn);
      else await page.evaluate(() => localStorage.setItem('token', 'of the bench'));
      await page.goto(place.home);
      // A page that still routes to its home would overwrite the address of the form.
      await page.waitForLoadState('networkidle');
      if (history === 'applicant') await page.goto(place.personal);
    }
    await page.waitForLoadState('networkidle');
    if (history === 'borrower') {
      // Opens the page for paying once, so that its files are cached.
      await page.getByText('Pay', { exact: true }).last().click();
      await page.getByText('Another amount').first().waitFor();
      // Goes back, because the app resumes where it was closed.
      await page.goBack();
      await page.getByText('Pay', { exact: true }).last().waitFor();
      await page.waitForLoadState('networkidle');
    }
    if (history === 'applicant') await page.locator('input:not([type=radio])').first().waitFor();
    await pause(1_000);
    await context.close();
  }
  return folder;
}

async function withoutCaches(profile: string): Promise<string> {
  const folder = await mkdtemp(join(TEMPORARY_ROOT, 'bench-profile-'));
  await cp(profile, folder, { recursive: true });
  for (const name of CACHES) await rm(join(folder, 'Default', name), { recursive: true, force: true });
  return folder;
}

export async function openPlace(subject: Subject): Promise<OpenedPlace> {
  const lender = subject === 'ours' ? await startLender({ pages: true }) : null;
  const server = lender ? { origin: lender.url, stop: lender.stop } : await serveReference(subject as Exclude<Subject, 'ours'>);
  const { home, personal, hasForm, hasSession } = ADDRESSES[subject];
  const place = {
    subject,
    home: server.origin + home,
    personal: server.origin + (personal ?? home),
    hasForm,
    hasSession,
    framework: subject !== 'static',
  };
  const made = new Map<History, Promise<string>>();
  const profile = async (history: History): Promise<string | null> => {
    if (history === 'new') return null;
    if (!made.has(history)) {
      made.set(
        history,
        history === 'applicantCold'
          ? profile('applicant').then((warm) => withoutCaches(warm as string))
          : makeProfile(place, history, lender),
      );
    }
    return made.get(history) as Promise<string>;
  };
  return {
    ...place,
    profile,
    async stop() {
      await server.stop();
      for (const folder of made.values()) await rm(await folder.catch(() => ''), { recursive: true, force: true });
    },
  };
}
