/** Readable names for identifiers of the chart. */
import type { AnyStateNode } from 'xstate';
import type { JourneyMeta } from '#machines/setup.ts';

/** `enteringMobile` to "Entering mobile". */
export function plainName(code: string): string {
  const words = code
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names of states without a page, by id. */
const NAMES: Readonly<Record<string, string>> = {
  journey: 'The app',
  tabs: 'Home and tabs',
  user: 'Sign in',
  apply: 'Application',
  borrow: 'Offer and money',
  repay: 'Repayment',
  userCenter: 'Settings and help',
  policies: 'Policies and rights',
  promotion: 'Campaign pages',
  feedback: 'Messages',
  boot: 'Starting',
  loadingHome: 'Asking the lender',
  routingByStatus: 'Next step by status',
  askingLogin: 'Asking for a login',
  takingSession: 'Taking the login of the shell',
  loadingSavedSections: 'Fetching earlier answers',
};

/** A place has the name of its page; a state inside a screen is named after its key. */
export function nameOf(node: AnyStateNode): string {
  const title = (node.meta as JourneyMeta | undefined)?.title;
  if (title && node.config.route !== undefined) return title;
  return NAMES[node.key] ?? plainName(node.key);
}

/** `loadHome` to "load home", for use inside a sentence. */
export const inWords = (code: string): string => plainName(code).toLowerCase();
