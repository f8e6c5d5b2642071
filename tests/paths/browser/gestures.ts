/**
 * Gestures by which the borrower, or the phone, causes each event. A dry run presses every control and suppresses the events,
 * to find the control that sends the wanted event. Then this control is pressed.
 */
import type { Page } from 'playwright-core';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Drafts, SectionName, Values } from '#machines/model/application.ts';
import { askedTurn, type PhotoSide } from '#machines/model/idPhotos.ts';
import { STATUS, stepOf } from '#machines/model/orderStatus.ts';
import { ROUTES, type RouteName } from '#machines/routes.ts';
import { STORAGE_KEY } from '#src/app/storedFormat.ts';
import { CALLBACK, login, push, type ShellSession } from '#src/bridge/messages.ts';
import { facePhoto, idFront } from '../../support/idCards.ts';
import { openWithoutKey } from '../../support/phoneKey.ts';
import { complete } from '../../forms/sectionSamples.ts';
import { FEEDBACK_LIMITS, picturesOf, replyTo } from '#machines/model/feedback.ts';
import type { PortName } from '#machines/ports/index.ts';
import type { EventType } from '../cases/vocabulary.ts';
import { NOW } from '../lenderSamples.ts';
import type { Step } from '../steps.ts';
import type { Found } from './inPage.ts';

type Event = Step['event'];

/** Answers a call that the gesture itself causes. */
type Answer = (port: PortName, output: unknown) => Promise<void>;

/** @returns why the event cannot be caused here; null: it was caused. */
export type Gesture = (page: Page, event: Event, state: JourneySnapshot, answer: Answer) => Promise<string | null>;

/** A gesture that causes no call of its own. */
type Simple = (page: Page, event: Event, state: JourneySnapshot) => Promise<string | null>;

/** Parts of a payload that identify the control; the other parts are typed. */
const IDENTIFYING = ['agreed', 'on', 'kind', 'section', 'channel', 'to', 'from', 'language', 'appearance', 'rating', 'amount'] as const;

/** How long a notice is shown. ms. */
const NOTICE_SHOWN = 6_000;

const fits = (sent: Event, wanted: Event, keys: readonly string[]): boolean =>
  sent.type === wanted.type && keys.every((key) => !(key in wanted) || !(key in sent) || sent[key] === wanted[key]);

async function press(page: Page, wanted: Event, keys: readonly string[]): Promise<string | null> {
  const find = async (kind: 'controls' | 'choices'): Promise<Found | undefined> => {
    const seen: Found[] = await page.evaluate((of) => window.paths.dryRun(of), kind);
    return seen.find(({ sends }) => sends.some((sent) => fits(sent, wanted, keys)));
  };
  const found = (await find('controls')) ?? (await find('choices'));
  if (!found) return `nothing that can be pressed sends "${wanted.type}"`;
  const aim = () => page.evaluate((index) => window.paths.aim(index), found.index);
  let at = await aim();
  // A notice may cover the control; ending the notice's timer removes it.
  if (!at && (await page.evaluate((shown) => window.paths.fire(shown), NOTICE_SHOWN)) > 0) at = await aim();
  if (!at) return `something lies over "${found.words}"`;
  await page.mouse.click(at.x, at.y);
  return null;
}

const presses: Gesture = (page, event) => press(page, event, IDENTIFYING);

/** Requests the amount that the page offers; the page decides whether this amount is allowed. */
const pressesOffer: Simple = (page, event) =>
  event['amount'] === 1 ? Promise.resolve('the page offers no such amount') : press(page, event, []);

/** The page asks for the price of another amount as soon as it is chosen, so the amount is lowered by one step. */
const choosesOffer: Simple = async (page, event, state) => {
  const less = page.locator('div:has(> div > button + * + button):has(> input[type=range]) button').first();
  if (event['amount'] !== 1 && (await less.isVisible().catch(() => false))) await less.click();
  return pressesOffer(page, event, state);
};

/** Only the offered amount can be accepted: a smaller choice is reset first. */
const acceptsOffer: Simple = async (page, event) => {
  const why = await press(page, event, []);
  const more = page.locator('div:has(> div > button + * + button):has(> input[type=range]) button').last();
  if (why === null || !(await more.isVisible().catch(() => false))) return why;
  await more.click();
  return press(page, event, []);
};

/** Types a valid amount; for an invalid amount the field stays empty. */
const choosesAmount: Gesture = async (page, event) => {
  for (const box of [`input[name=channel][value=${event['channel'] as string}]`, 'input[name=part][value=other]'])
    await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.click(), box);
  const field = page.locator('input#amount');
  if (!(await field.isVisible().catch(() => false))) return 'there is no field to type it in';
  await field.fill(event['amount'] === 1 ? '' : String(Number(event['amount']) / 100));
  // The amount was chosen just now; the dry run for the button changes the choice and restores it.
  return press(page, event, []);
};

/** Presses the form's submit button, whatever the state of its fields. */
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

/** Stores the values as another tab of the phone would, because the tests of the forms cover the fields; then submits this page. */
const sendsSection =
  (section: SectionName): Gesture =>
  async (page, event, state) => {
    const values = event['values'] as Values;
    if (Object.keys(values).some((name) => name in complete[section]))
      await otherViewStores(
        page,
        { ...state.context.drafts, [section]: { values: complete[section], savedAt: NOW, basedOn: null } },
        state,
      );
    await page.evaluate(() => window.paths.rest());
    // A code is not part of the stored draft.
    const code = page.locator('input[autocomplete=one-time-code]').first();
    if (await code.isVisible().catch(() => false)) await code.fill('123456');
    return submits(page, event);
  };

/** Completes choices and empty fields, unless the event has an incomplete message; then presses. */
const writesAndPresses: Simple = async (page, event) => {
  const values = event['values'] as Values;
  const text = values['description'] ?? values['text'];
  const field = page.locator('main textarea').first();
  const hasText = await field.isVisible().catch(() => false);
  if (hasText) await field.fill(text ?? '');
  if (WRITTEN.some((name) => values[name])) await page.evaluate(() => window.paths.fill());
  else if (!hasText && (await page.locator('main input[type=radio]:checked').count()) > 0) return 'a choice can be changed, but not undone';
  return press(page, event, []);
};
/** Of these values, an incomplete message has none. */
const WRITTEN: readonly string[] = ['reason', 'description', 'text'];

/** Ends the countdown of the page where it still forbids to request a code again. */
const waitsAndPresses: Simple = async (page, event, state) => {
  const why = await press(page, event, []);
  if (why === null || !state.hasTag('ticking')) return why;
  await page.evaluate((milliseconds) => {
    window.paths.pass(milliseconds);
    window.paths.fire(1_000);
  }, CODE_WAIT);
  await page.evaluate(() => window.paths.rest());
  return press(page, event, []);
};
/** Longer than any countdown in the answers of the paths. */
const CODE_WAIT = 61_000;

/** A second code is requested where the loan goes to another number. */
const asksForWalletCode: Simple = async (page, event, state) => {
  const mpesa = page.locator('input[name=accountKind][value=mpesa]').first();
  if ((await mpesa.count()) === 0) return 'no payout account is asked for here';
  await mpesa.evaluate((box) => (box as HTMLElement).click());
  await page.locator('input[name=mobile]').fill(String(event['mobile']));
  await page.locator('input[name=verificationCode]').fill(String(event['verificationCode']));
  await page.evaluate(() => window.paths.rest());
  return waitsAndPresses(page, event, state);
};

/** A sheet is closed by its button, or by the phone's Back. */
const closesSheet: Simple = async (page, event, state) => {
  // The sheet slides in first.
  await page.evaluate(() => window.paths.rest());
  const why = await press(page, event, []);
  if (!state.hasTag('sheet')) return why;
  await page.evaluate(() => window.paths.rest());
  if (why !== null || (await page.locator('dialog[open]').count()) > 0) await page.evaluate(() => history.back());
  return null;
};

/** Some fields that open a sheet exist for some choices only. */
const opensSheet: Simple = async (page, event) => {
  const why = await press(page, event, []);
  const bank = page.locator('input[name=accountKind][value=bank]').first();
  if (why === null || (await bank.count()) === 0) return why;
  await bank.evaluate((box) => (box as HTMLElement).click());
  await page.evaluate(() => window.paths.rest());
  return press(page, event, []);
};

/** Receipt number and amount are typed; the pictures were taken before. */
const sendsProof: Simple = async (page, event, { context }) => {
  const wanted = event['pictures'] as readonly string[];
  if (wanted.length > 0 !== context.pictures.length > 0)
    return wanted.length > 0 ? 'no picture was sent yet' : 'a picture is there already';
  await page.locator('input#receipt').fill(String(event['receipt']));
  await page.locator('input#amount').fill(String(Number(event['amount']) / 100));
  return press(page, event, []);
};

/** Types into the field of this selector, then presses. */
const types =
  (selector: string, key: string): Simple =>
  async (page, event) => {
    const field = page.locator(selector).first();
    if (!(await field.isVisible().catch(() => false))) return 'there is no field to type it in';
    await field.fill(String(event[key]));
    return press(page, event, []);
  };

const typesPath: Simple = async (page, { to, query, from }) => {
  if (from !== undefined) return 'a typed address has no origin';
  const words = new URLSearchParams((query ?? {}) as Record<string, string>).toString();
  const path = ROUTES[String(to).slice(1) as RouteName] + (words === '' ? '' : `?${words}`);
  await page.evaluate((hash) => void (window.location.hash = hash), path);
  return null;
};

/** Presses the link where the path names the link's place; else types the address. */
const follows: Gesture = async (page, event, state) =>
  event['from'] === undefined ? typesPath(page, event, state) : press(page, event, ['to', 'from']);

const picks =
  (contentOf: (side: unknown) => Promise<Buffer>, name: string, mimeType: string) =>
  async (page: Page, { side }: Event): Promise<string | null> => {
    const input = page.locator(side === undefined ? 'input[type=file]' : `#photo-${side as PhotoSide}`).first();
    if ((await input.count()) === 0) return 'no photo can be taken here';
    await input.setInputFiles({ name, mimeType, buffer: await contentOf(side) });
    return null;
  };
const takesPhoto = picks((side) => (side === 'front' ? idFront() : facePhoto()), 'photo.jpeg', 'image/jpeg');
const isAiming = (state: JourneySnapshot): boolean => state.matches({ places: { apply: { idPhotos: { camera: 'aiming' } } } });

/** Presses the shutter once the camera shows a picture. */
async function releasesShutter(page: Page): Promise<string | null> {
  await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('dialog[open] video')?.videoWidth ?? 0) > 0);
  await page.locator('dialog[open] footer button').click();
  return null;
}

/** Takes a photo with the viewfinder of the page, or with the camera app of the phone. */
const photographs: Gesture = async (page, event, state) => (isAiming(state) ? releasesShutter(page) : takesPhoto(page, event));

/** The page takes the photo for the turn that it shows. */
const takesTurned: Gesture = async (page, event, state, answer) =>
  askedTurn(state.context.photos) === event['turn']
    ? photographs(page, { ...event, side: 'face' }, state, answer)
    : 'the page asks for another turn';

/** Reports half of the file as sent, as soon as the page begins to send it. */
const sendsHalf: Simple = async (page) => {
  for (let looks = 0; looks < 10; looks++) {
    if ((await page.evaluate(() => window.paths.sendHalf())) > 0) return null;
    await page.evaluate(() => window.paths.rest());
  }
  return 'nothing is being sent';
};
const takesTextFile = picks(() => Promise.resolve(Buffer.from('no picture')), 'notes.txt', 'text/plain');
/** A picture above the size limit: the app checks its size before its content. */
const takesLarge = async (page: Page): Promise<string | null> =>
  (await page.evaluate((bytes) => window.paths.choose('input[type=file]', bytes), FEEDBACK_LIMITS.pictureBytes + 1))
    ? null
    : 'no photo can be taken here';

/** The message has so many pictures already, each uploaded when it was chosen. */
const takesPicture: Gesture = async (page, event, state, answer) => {
  if (Number(event['bytes']) > FEEDBACK_LIMITS.pictureBytes) return takesLarge(page);
  const { ticketNo, unsent } = state.context;
  const about = state.matches({ places: { feedback: 'addFeedback' } }) ? 'feedback' : replyTo(ticketNo);
  const wanted = picturesOf(event['values'] as Values).length;
  for (let sent = picturesOf(unsent[about] ?? {}).length; sent < wanted; sent++) {
    const why = await takesPhoto(page, event);
    if (why !== null) return why;
    await answer('uploadPicture', `picture-${sent}`);
  }
  return takesPhoto(page, event);
};

const ends =
  (milliseconds: number): Gesture =>
  async (page) =>
    (await page.evaluate((length) => window.paths.fire(length), milliseconds)) > 0 ? null : 'no such timer runs';

const hasConnection: Gesture = async (page, { online }) => {
  await page.evaluate((isOnline) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    // The path decides the answers; the client must not withhold calls itself.
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true });
  }, online === true);
  return null;
};

/** The profile has no button to retry, because its data is optional: the chart retries when the connection is back. */
const asksAgain: Gesture = (page, event, state, answer) =>
  state.matches({ places: { tabs: 'me' } })
    ? hasConnection(page, { type: 'network.changed', online: true }, state, answer)
    : presses(page, event, state, answer);

/** Another tab of the same phone signed out. A session that the lender ended is the answer of a call, not a gesture. */
const losesSession: Gesture = async (page, { isElsewhere }, { context }) => {
  if (!isElsewhere) return 'only the answer of a call tells it';
  if (context.session === null) return 'another tab knows only the present session';
  await page.evaluate((key) => window.dispatchEvent(new StorageEvent('storage', { key, newValue: '{}' })), STORAGE_KEY);
  return null;
};

/** Somebody signed in to the native app. */
const reportsLogin: Gesture = async (page, event) => {
  await page.evaluate(([callback, json]) => (window as unknown as Record<string, (json: string) => void>)[callback]?.(json), [
    CALLBACK,
    JSON.stringify(login(event['session'] as ShellSession)),
  ] as const);
  return null;
};

const typesDraft: Simple = async (page, _, state) => {
  if (!state.hasTag('form')) return 'there is nothing to type';
  const field = page.locator('main input:not([type=file]):not([type=radio]):not([type=checkbox]):not([type=range]), main textarea').first();
  if (!(await field.isVisible().catch(() => false))) return 'there is nothing to type';
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('a');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return null;
};

/** Another tab of the same phone stored these drafts. */
const otherViewStores = async (
  page: Page,
  drafts: Drafts,
  { context: { session, order, language } }: JourneySnapshot,
): Promise<string | null> => {
  if (!session || !order) return 'another view has no drafts without an order';
  let text = '';
  const storage = openWithoutKey({ getItem: () => text || null, setItem: (_, next) => void (text = next) });
  storage.keepLanguage(language);
  storage.keepSession(session, 'app');
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

/** Something changed at the lender: the shell forwards its push message to any page. */
const receivesPush: Gesture = async (page, _, { context }) => {
  await page.evaluate(([callback, json]) => (window as unknown as Record<string, (json: string) => void>)[callback]?.(json), [
    CALLBACK,
    JSON.stringify(push(context.order?.orderNo ?? '')),
  ] as const);
  return null;
};

/** The back arrow of the page; under an overlay, Back of the phone. */
const goesBack: Gesture = async (page, event, state) => {
  const why = state.hasTag('overlay') ? null : await press(page, event, []);
  if (!state.hasTag('overlay') && (why === null || !state.hasTag('sheet'))) return why;
  const isInside = await page.evaluate(() => ((history.state as { index?: number } | null)?.index ?? 0) > 0);
  if (!isInside) return 'the page is covered, and Back leads out of the app';
  await page.evaluate(() => history.back());
  return null;
};

/** Another tab of this phone sent the application and deleted its stored drafts. */
const isSentByOtherView: Gesture = async (page, _, state) => {
  if (Object.keys(state.context.drafts).length === 0) {
    if (stepOf(state.context.order?.status ?? STATUS.finish) < 0) return 'this view has no drafts that could be gone';
    const why = await otherViewStores(page, { personalInfo: { values: complete.personalInfo, savedAt: NOW, basedOn: null } }, state);
    if (why !== null) return why;
    await page.evaluate(() => window.paths.rest());
  }
  return otherViewStores(page, {}, state);
};

const isChoosingLoan = (state: JourneySnapshot): boolean =>
  state.matches({ places: { apply: 'toBorrow' } }) || state.matches({ places: { borrow: 'confirmBorrow' } });

/** Events that are not caused by one press. */
const OTHERS: Partial<Record<EventType, Gesture>> = {
  'xstate.route': follows,
  'clock.ticked': ends(1_000),
  'network.changed': hasConnection,
  'retry.requested': asksAgain,
  'session.lost': losesSession,
  'shellSession.found': reportsLogin,
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
  'draft.changedElsewhere': (page, { drafts }, state) => otherViewStores(page, drafts as Drafts, state),
  'application.sentElsewhere': isSentByOtherView,
  'draft.saved': typesDraft,
  'refresh.requested': receivesPush,
  'back.requested': goesBack,
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
  'receivedCode.submitted': types('input#receivedCode', 'code'),
  // The page computes work of a few bits by itself, as soon as it has fetched the script for it.
  'captcha.progressed': (_, __, { context: { signIn } }) =>
    Promise.resolve(signIn.captcha?.bits === 0 ? null : 'only a little work goes on while somebody waits'),
  'camera.failed': async (page) => ((await page.evaluate(() => window.paths.takeCamera())) ? null : 'the camera is not open'),
  'photo.taken': photographs,
  'turnedPhoto.taken': takesTurned,
  'photo.refused': takesTextFile,
  'picture.taken': takesPicture,
  'proof.pictureTaken': takesPhoto,
  'proof.pictureRefused': takesTextFile,
  'upload.progressed': sendsHalf,
  'personalInfo.submitted': sendsSection('personalInfo'),
  'additionalInfo.submitted': sendsSection('additionalInfo'),
  'bankAccount.submitted': sendsSection('bankAccount'),
  'questionnaire.submitted': sendsSection('loanQuestion'),
  'loan.requested': pressesOffer,
  'offer.choiceMade': choosesOffer,
  'offer.accepted': acceptsOffer,
  'repayment.amountChosen': choosesAmount,
  'picker.confirmed': async (page, event) => {
    const choice = page.locator('dialog[open] input[type=radio], dialog[open] [role=option]').first();
    if (await choice.isVisible().catch(() => false)) await choice.click();
    return press(page, event, []);
  },
  'message.changed': async (page, event, state) => {
    const field = page.locator('main textarea').first();
    if (!(await field.isVisible().catch(() => false))) {
      // The choice of a loan is stored with every change.
      if (isChoosingLoan(state)) return press(page, event, []);
      // A choice is stored at once. After a dry run the option would already be chosen, and choosing it again sends no event.
      const other = page.locator('main input[type=radio]:not(:checked)').first();
      if ((await other.count()) === 0) return 'there is nothing to choose or to write';
      await other.evaluate((box) => (box as HTMLElement).click());
      return null;
    }
    await field.fill(`${await field.inputValue()}?`);
    await field.blur();
    return null;
  },
  'bankCode.requested': waitsAndPresses,
  'walletCode.requested': asksForWalletCode,
  'code.requestedAgain': waitsAndPresses,
  'consent.answered': presses,
  'picker.opened': opensSheet,
  'picker.cancelled': closesSheet,
  'feedback.submitted': writesAndPresses,
  'ticket.answered': writesAndPresses,
  'ticket.corrected': writesAndPresses,
  'cancellation.submitted': writesAndPresses,
  'proof.submitted': sendsProof,
};

const isForm = (type: string) => /\.(submitted|answered|corrected|rated)$/.test(type);

export const gestureOf = (type: string): Gesture => OTHERS[type as EventType] ?? (isForm(type) ? fillsAndPresses : presses);
