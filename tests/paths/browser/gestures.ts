/**
 * How a person, or the phone, makes each thing happen. What is pressed is found by pressing everything that can be
 * pressed without letting it happen: the control that sends the event is then pressed for good, where it stands.
 */
import type { Page } from 'playwright-core';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Drafts, SectionName, Values } from '#machines/model/application.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import { STATUS, stepOf } from '#machines/model/orderStatus.ts';
import { ROUTES, type RouteName } from '#machines/routes.ts';
import { openStorage, STORAGE_KEY } from '#src/app/storage.ts';
import { CALLBACK, push } from '#src/bridge/messages.ts';
import { facePhoto } from '../../support/idCards.ts';
import { complete } from '../../forms/samples.ts';
import { FEEDBACK_LIMITS, picturesOf, replyTo } from '#machines/model/feedback.ts';
import type { EventType, PortName } from '../cases.ts';
import { NOW } from '../lenderSamples.ts';
import type { Happening } from '../model.ts';
import type { Found } from './inPage.ts';

type Event = Happening['event'];

/** Answers a call that the gesture itself has set off. */
type Answer = (port: PortName, output: unknown) => Promise<void>;

/** @returns why it cannot be done here; null: it was done. */
export type Gesture = (page: Page, event: Event, state: JourneySnapshot, answer: Answer) => Promise<string | null>;

/** A gesture that sets off no call of its own. */
type Simple = (page: Page, event: Event, state: JourneySnapshot) => Promise<string | null>;

/** What a payload says of which control it is, and not of what was typed. */
const TELLING = ['agreed', 'on', 'kind', 'section', 'channel', 'to', 'from', 'language', 'rating', 'amount'] as const;

const fits = (sent: Event, wanted: Event, keys: readonly string[]): boolean =>
  sent.type === wanted.type && keys.every((key) => !(key in wanted) || !(key in sent) || sent[key] === wanted[key]);

async function press(page: Page, wanted: Event, keys: readonly string[]): Promise<string | null> {
  const find = async (kind: 'controls' | 'choices'): Promise<Found | undefined> => {
    const seen: Found[] = await page.evaluate((of) => window.paths.look(of), kind);
    return seen.find(({ sends }) => sends.some((sent) => fits(sent, wanted, keys)));
  };
  const found = (await find('controls')) ?? (await find('choices'));
  if (!found) return `nothing that can be pressed sends "${wanted.type}"`;
  const at = await page.evaluate((index) => window.paths.aim(index), found.index);
  if (!at) return `something lies over "${found.words}"`;
  await page.mouse.click(at.x, at.y);
  return null;
}

const presses: Gesture = (page, event) => press(page, event, TELLING);

/** The amount is what the page offers; whether it is allowed is the page's to say. */
const pressesOffer: Simple = (page, event) =>
  event['amount'] === 1 ? Promise.resolve('the page offers no such amount') : press(page, event, []);

/** What another amount costs is asked for once it was chosen: one step less. */
const choosesOffer: Simple = async (page, event, state) => {
  const less = page.locator('div:has(> div > button + * + button):has(> input[type=range]) button').first();
  if (event['amount'] !== 1 && (await less.isVisible().catch(() => false))) await less.click();
  return pressesOffer(page, event, state);
};

/** Only what was offered can be accepted: what was set to less is set back first. */
const acceptsOffer: Simple = async (page, event) => {
  const why = await press(page, event, []);
  const more = page.locator('div:has(> div > button + * + button):has(> input[type=range]) button').last();
  if (why === null || !(await more.isVisible().catch(() => false))) return why;
  await more.click();
  return press(page, event, []);
};

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
    // A code is not kept with what was typed.
    const code = page.locator('input[autocomplete=one-time-code]').first();
    if (await code.isVisible().catch(() => false)) await code.fill('123456');
    return submits(page, event);
  };

/** Chooses what is not chosen and fills what is empty, or leaves what must not be whole as it is; then presses. */
const writesAndPresses: Simple = async (page, event) => {
  const values = event['values'] as Values;
  const text = values['description'] ?? values['text'];
  const field = page.locator('main textarea').first();
  if (await field.isVisible().catch(() => false)) await field.fill(text ?? '');
  if (Object.keys(values).some((name) => WRITTEN.includes(name))) await page.evaluate(() => window.paths.fill());
  return press(page, event, []);
};
/** Values that are sent only with a whole message. */
const WRITTEN: readonly string[] = ['reason', 'contact', 'text'];

/** A code is asked for again once the time is over that the page counts down. */
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
/** Longer than the lender of the paths makes anybody wait. */
const CODE_WAIT = 61_000;

/** A second code is asked for where the loan is to be sent to another number. */
const asksForWalletCode: Simple = async (page, event, state) => {
  const mpesa = page.locator('input[name=accountKind][value=mpesa]').first();
  if ((await mpesa.count()) === 0) return 'no payout account is asked for here';
  await mpesa.evaluate((box) => (box as HTMLElement).click());
  await page.locator('input[name=mobile]').fill(String(event['mobile']));
  await page.evaluate(() => window.paths.rest());
  return waitsAndPresses(page, event, state);
};

/** A sheet is closed by its button, or by the phone's Back. */
const closesSheet: Simple = async (page, event, state) => {
  // It slides in first.
  await page.evaluate(() => window.paths.rest());
  const why = await press(page, event, []);
  if (!state.hasTag('sheet')) return why;
  await page.evaluate(() => window.paths.rest());
  if (why !== null || (await page.locator('dialog[open]').count()) > 0) await page.evaluate(() => history.back());
  return null;
};

/** Some fields that open a sheet are there for some choices only. */
const opensSheet: Simple = async (page, event) => {
  const why = await press(page, event, []);
  const bank = page.locator('input[name=accountKind][value=bank]').first();
  if (why === null || (await bank.count()) === 0) return why;
  await bank.evaluate((box) => (box as HTMLElement).click());
  await page.evaluate(() => window.paths.rest());
  return press(page, event, []);
};

/** The number and the amount of the receipt are typed; the pictures were taken before. */
const sendsProof: Simple = async (page, event, { context }) => {
  const wanted = event['pictures'] as readonly string[];
  if (wanted.length > 0 !== context.pictures.length > 0)
    return wanted.length > 0 ? 'no picture was sent yet' : 'a picture is there already';
  await page.locator('input#receipt').fill(String(event['receipt']));
  await page.locator('input#amount').fill(String(Number(event['amount']) / 100));
  return press(page, event, []);
};

/** Types into the one field of the page that takes it, then presses. */
const types =
  (selector: string, key: string): Simple =>
  async (page, event) => {
    const field = page.locator(selector).first();
    if (!(await field.isVisible().catch(() => false))) return 'there is no field to type it in';
    await field.fill(String(event[key]));
    return press(page, event, []);
  };

const typesPath: Simple = async (page, { to, query, from }) => {
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
  (content: () => Promise<Buffer>, name: string, mimeType: string) =>
  async (page: Page, { side }: Event): Promise<string | null> => {
    const input = page.locator(side === undefined ? 'input[type=file]' : `#photo-${side as PhotoSide}`).first();
    if ((await input.count()) === 0) return 'no photo can be taken here';
    await input.setInputFiles({ name, mimeType, buffer: await content() });
    return null;
  };
const takesPhoto = picks(facePhoto, 'photo.jpeg', 'image/jpeg');
const takesRubbish = picks(() => Promise.resolve(Buffer.from('no picture')), 'notes.txt', 'text/plain');
/** What a good camera takes: nobody looks into it before its size is known. */
const takesLarge = async (page: Page): Promise<string | null> =>
  (await page.evaluate((bytes) => window.paths.choose('input[type=file]', bytes), FEEDBACK_LIMITS.pictureBytes + 1))
    ? null
    : 'no photo can be taken here';

/** So many pictures are with the message already, each sent as it was chosen. */
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

/** Something changed at the lender: the shell passes the message on that says so, wherever one is. */
const hearsNews: Gesture = async (page, _, { context }) => {
  await page.evaluate(([callback, json]) => (window as unknown as Record<string, (json: string) => void>)[callback]?.(json), [
    CALLBACK,
    JSON.stringify(push(context.order?.orderNo ?? '')),
  ] as const);
  return null;
};

/** The arrow of the page; where it is covered, the phone's own Back. */
const goesBack: Gesture = async (page, event, state) => {
  if (!state.hasTag('overlay')) return press(page, event, []);
  const isInside = await page.evaluate(() => ((history.state as { index?: number } | null)?.index ?? 0) > 0);
  if (!isInside) return 'the page is covered, and Back leads out of the app';
  await page.evaluate(() => history.back());
  return null;
};

/** The application was sent in another view of this phone: it keeps no drafts of it any more, where this one has some. */
const isSentElsewhere: Gesture = async (page, _, state) => {
  if (Object.keys(state.context.drafts).length === 0) {
    if (stepOf(state.context.order?.status ?? STATUS.finish) < 0) return 'this view has no drafts that could be gone';
    const why = await otherViewKeeps(page, { personalInfo: { values: complete.personalInfo, savedAt: NOW, basedOn: null } }, state);
    if (why !== null) return why;
    await page.evaluate(() => window.paths.rest());
  }
  return otherViewKeeps(page, {}, state);
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
  'application.sentElsewhere': isSentElsewhere,
  'draft.saved': typesDraft,
  'refresh.requested': hearsNews,
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
  'captcha.answered': types('main input', 'answer'),
  'photo.taken': takesPhoto,
  'photo.refused': takesRubbish,
  'picture.taken': takesPicture,
  'proof.pictureTaken': takesPhoto,
  'proof.pictureRefused': takesRubbish,
  'upload.progressed': never('the answers of this lender arrive whole'),
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
  'message.changed': async (page, event) => {
    const field = page.locator('main textarea').first();
    if (!(await field.isVisible().catch(() => false))) return press(page, event, ['about']);
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
