/**
 * The last screen of a borrower, as the phone keeps it: encrypted, beside the key of the installation. It can be opened in the
 * same session, language and release only.
 */
import type { Language } from '#machines/context.ts';
import type { Instant } from '#machines/model/calendar.ts';
import type { Drafts, SectionName } from '#machines/model/application.ts';
import { ROUTES, type RoutePath } from '#machines/routes.ts';
import { NONCE_BYTES } from '../safe/readEncrypted.ts';

export interface KeptScreen {
  path: RoutePath;
  /** The screen as the app had drawn it. `data-style` is what an element had as `style`, which the policy of the page forbids in HTML. */
  html: string;
  /** Rules that the page itself does not contain. */
  css: string;
  /** From then on the screen may be wrong by itself, and is not shown. */
  until: Instant;
  /** `savedAt` of the draft that the form shows. The screen is older than the form if the phone has another draft. */
  draftAt: Instant | null;
}

/** For whom a screen was drawn. */
export interface DrawnFor {
  token: string;
  language: Language;
  release: string;
}

export const algorithm = (nonce: Uint8Array<ArrayBuffer>, { token, language, release }: DrawnFor): AesGcmParams => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(JSON.stringify([release, language, token])),
});

/** @throws if the record is damaged, or was drawn for another session, language or release. */
export async function decryptScreen(record: Uint8Array<ArrayBuffer>, key: CryptoKey, drawnFor: DrawnFor): Promise<KeptScreen> {
  const text = await crypto.subtle.decrypt(algorithm(record.subarray(0, NONCE_BYTES), drawnFor), key, record.subarray(NONCE_BYTES));
  return JSON.parse(new TextDecoder().decode(text)) as KeptScreen;
}

/** The forms that are kept, by path: those that are filled in by typing. */
const FORMS: Partial<Record<RoutePath, SectionName>> = {
  [ROUTES.personalInfo]: 'personalInfo',
  [ROUTES.additionalInfo]: 'additionalInfo',
};

/** The form of this path; undefined: it is none that is kept. */
export const formAt = (path: RoutePath): SectionName | undefined => FORMS[path];

/** `savedAt` of the draft that the form of this path opens with; null: none. */
export function draftAtOf(path: RoutePath, drafts: Drafts): Instant | null {
  const section = formAt(path);
  return (section && drafts[section]?.savedAt) ?? null;
}
