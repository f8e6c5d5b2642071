/**
 * How a person, or the phone, makes each thing happen. What is pressed is found by pressing everything that can be
 * pressed without letting it happen: the control that sends the event is then pressed for good, where it stands.
 */
import type { Page } from 'playwright-core';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Drafts, PhotoSide, SectionName, Values } from '#machines/model/application.ts';
import { ROUTES, type RouteName } from '#machines/routes.ts';
import { openStorage, STORAGE_KEY } from '#src/app/storage.ts';
import { facePhoto } from '../../support/idCards.ts';
import { complete } from '../../forms/samples.ts';
import type { EventType } from '../cases.ts';
import { NOW } from '../loans.ts';
import type { Happening } from '../model.ts';
import type { Found } from './inPage.ts';

type Event = Happening['event'];

/** @returns why it cannot be done here; null: it was done. */
export type Gesture = (page: Page, event: Event, state: JourneySnapshot) => Promise<string | null>;

/** What a payload says of which control it is, and not of what was typed. */
const TELLING = ['agreed', 'on', 'kind', 'section', 'channel', 'to', 'from', 'language', 'rating', 'amount'] as const;

const fits = (sent: Event, wanted: Event, keys: readonly string[]): boolean =>
  sent.type === wanted.type && keys.every((key) => !(key in wanted) || !(key in sent) || sent[key] === wanted[key]);

async function press(page: Page, wanted: Event, keys: readonly string[]): Promise<string | null> {
  const seen: Found[] = await page.evaluate(() => window.paths.look());
  const found = seen.find(({ sends }) => sends.some((sent) => fits(sent, wanted, keys)));
  if (!found) return `nothing that can be pressed sends "${wanted.type}"`;
  const at = await page.evaluate((index) => window.paths.aim(index), found.index);
  if (!at) return `something lies over "${found.words}"`;
  await page.mouse.click(at.x, at.y);
  return null;
}

const presses: Gesture = (page, event) => press(page, event, TELLING);

/** The amount is what the page offers; whether it is allowed is the page's to say. */
const pressesOffer: Gesture = (page, event) =>
  event['amount'] === 1 ? Promise.resolve('the page offers no such amount') : press(page, event, ['channel']);

/** What may be paid is typed; what may not is left out. */
const choosesAmount: Gesture = async (page, event) => {
  for (const box of [`input[name=channel][value=${event['channel'] as string}]`, 'input[name=part][value=other]'])
    await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.click(), box);
  const field = page.locator('input#amount');
  if (!(await field.isVisible().catch(() => false))) return 'there is no field to type it in';
  await field.fill(event['amount'] === 1 ? '' : String(Number(event['amount']) / 100));
  // What is chosen was chosen just now; searching for the button tries the others, and puts it back.
  return press(page, event, []);
};

/** The form's own button, whatever its fields say of themselves. */
async function submits(page: Page, wanted: Event): Promise<string | null> {
  const at = await page.evaluate(async () => {
    const index = window.paths.submitter();
    return index < 0 ? null : window.paths.aim(index);
  });
  if (!at) return `nothing that can be pressed sends "${wanted.type}"`;
  await page.mouse.click(at.x, at.y);
  return null;
}

const fillsAndPresses: Gesture = async (page, event) => {
  if ((await press(page, event, [])) === null) return null;
  await page.evaluate(() => window.paths.fill());
  return (await press(page, event, [])) === null ? null : submits(page, event);
};

/** A section was typed in another view of the phone, field by field as its tests do; it is sent here. */
const sendsSection =
  (section: SectionName): Gesture =>
  async (page, event, state) => {
    const values = event['values'] as Values;
    if (Object.keys(values).some((name) => name in complete[section]))
      await otherViewKeeps(page, { ...state.context.drafts, [section]: { values: complete[section], savedAt: NOW, basedOn: null } }, state);
    await page.evaluate(() => window.paths.rest());
    await page.evaluate(() => window.paths.fill());
    return submits(page, event);
  };

/** Types into the one field of the page that takes it, then presses. */
const types =
  (selector: string, key: string): Gesture =>
  async (page, event) => {
    const field = page.locator(selector).first();
    if (!(await field.isVisible().catch(() => false))) return 'there is no field to type it in';
    await field.fill(String(event[key]));
    return press(page, event, []);
  };

const typesPath: Gesture = async (page, { to, query, from }) => {
  if (from !== undefined) return 'nobody types where they come from';
  const words = new URLSearchParams((query ?? {}) as Record<string, string>).toString();
  const path = ROUTES[String(to).slice(1) as RouteName] + (words === '' ? '' : `?${words}`);
  await page.evaluate((hash) => void (window.location.hash = hash), path);
  return null;
};

/** Links are followed where there is one, typed where there is none. */
const follows: Gesture = async (page, event, state) =>
  event['from'] === undefined ? typesPath(page, event, state) : press(page, event, ['to', 'from']);

const picks =
  (content: () => Promise<Buffer>, name: string): Gesture =>
  async (page, { side }) => {
    const input = page.locator(side === undefined ? 'input[type=file]' : `#photo-${side as PhotoSide}`).first();
    if ((await input.count()) === 0) return 'no photo can be taken here';
    await input.setInputFiles({ name, mimeType: 'image/jpeg', buffer: await content() });
    return null;
  };
const takesPhoto = picks(facePhoto, 'photo.jpeg');
const takesRubbish = picks(() => Promise.resolve(Buffer.from('no picture')), 'notes.jpeg');

const ends =
  (milliseconds: number): Gesture =>
  async (page) =>
    (await page.evaluate((length) => window.paths.fire(length), milliseconds)) > 0 ? null : 'no such timer runs';

const hasConnection: Gesture = async (page, { online }) => {
  await page.evaluate((isOnline) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    // The path says what is answered; the client must not keep calls back on its own.
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true });
  }, online === true);
  return null;
};

/** Another view of the same phone signed out. */
const losesSession: Gesture = async (page, { epoch }, { context }) => {
  if (epoch !== context.epoch || context.session === null) return 'another view knows only the session of now';
  await page.evaluate((key) => window.dispatchEvent(new StorageEvent('storage', { key, newValue: '{}' })), STORAGE_KEY);
  return null;
};

const typesDraft: Gesture = async (page, _, state) => {
  if (!state.hasTag('form')) return 'there is nothing to type';
  const field = page.locator('main input:not([type=file]):not([type=radio]):not([type=checkbox]):not([type=range]), main textarea').first();
  if (!(await field.isVisible().catch(() => false))) return 'there is nothing to type';
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('a');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return null;
};

/** Another view of the same phone wrote these drafts. */
const otherViewKeeps = async (page: Page, drafts: Drafts, { context: { session, order } }: JourneySnapshot): Promise<string | null> => {
  if (!session || !order) return 'another view has no drafts of nobody';
  let text = await page.evaluate((key) => localStorage.getItem(key) ?? '', STORAGE_KEY);
  const storage = openStorage(() => ({ getItem: () => text || null, setItem: (_, next) => void (text = next) }));
  storage.keepDrafts(session.userId, order.orderNo, drafts);
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    },
    [STORAGE_KEY, text] as const,
  );
  return null;
};

/** Coming back to the app asks the lender again; so does whatever the page offers. */
const comesBack: Gesture = async (page, event) => {
  const why = await press(page, event, []);
  if (why === null) return null;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  return null;
};

const never =
  (why: string): Gesture =>
  () =>
    Promise.resolve(why);

/** Every event that is not simply pressed. */
const OTHERS: Partial<Record<EventType, Gesture>> = {
  'xstate.route': follows,
  'clock.ticked': ends(1_000),
  'network.changed': hasConnection,
  'session.lost': losesSession,
  'draft.notKept': async (page, event, state) => {
    if (state.context.order === null) return 'only drafts of an order are kept';
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    const why = await typesDraft(page, event, state);
    await page.evaluate(() => window.paths.heal());
    return why;
  },
  'draft.changedElsewhere': (page, { drafts }, state) => otherViewKeeps(page, drafts as Drafts, state),
  'application.sentElsewhere': (page, _, state) => otherViewKeeps(page, {}, state),
  'draft.saved': typesDraft,
  'refresh.requested': comesBack,
  'mobile.typed': async (page, { mobile }) => {
    const field = page.locator('input[type=tel]').first();
    if (!(await field.isVisible().catch(() => false))) return 'there is no field to type it in';
    await field.fill(String(mobile));
    await field.blur();
    return null;
  },
  'mobile.submitted': types('input[type=tel]', 'mobile'),
  'registration.submitted': async (page, event) => {
    const box = page.locator('input[type=checkbox]').first();
    if ((await box.isChecked()) !== event['acceptedTerms']) await box.click();
    return types('input[type=tel]', 'mobile')(page, event, undefined as never);
  },
  'code.submitted': types('input[autocomplete=one-time-code]', 'code'),
  'captcha.answered': types('main input', 'answer'),
  'photo.taken': takesPhoto,
  'photo.refused': takesRubbish,
  'picture.taken': takesPhoto,
  'proof.pictureTaken': takesPhoto,
  'proof.pictureRefused': takesRubbish,
  'upload.progressed': never('the answers of this lender arrive whole'),
  'personalInfo.submitted': sendsSection('personalInfo'),
  'additionalInfo.submitted': sendsSection('additionalInfo'),
  'bankAccount.submitted': sendsSection('bankAccount'),
  'questionnaire.submitted': sendsSection('loanQuestion'),
  'loan.requested': pressesOffer,
  'offer.choiceMade': pressesOffer,
  'repayment.amountChosen': choosesAmount,
  'picker.confirmed': async (page, event) => {
    const choice = page.locator('dialog[open] input[type=radio], dialog[open] [role=option]').first();
    if (await choice.isVisible().catch(() => false)) await choice.click();
    return press(page, event, []);
  },
  'message.drafted': async (page) => {
    const field = page.locator('main textarea').first();
    if (!(await field.isVisible().catch(() => false))) return 'there is nothing to write in';
    await field.fill('My payment does not show.');
    await field.blur();
    return null;
  },
};

const isForm = (type: string) => /\.(submitted|answered|corrected|rated)$/.test(type);

export const gestureOf = (type: string): Gesture => OTHERS[type as EventType] ?? (isForm(type) ? fillsAndPresses : presses);
