/**
 * A refusal with a reason for the borrower. All layers of the lender throw this class. Refusals to staff are `DeskRefused`.
 */
import type { SavedSection } from '#machines/model/application.ts';
import { CODE } from '#machines/model/codes.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import type { AskedMessage as MessageKey } from '#src/api/messages/en.ts';

export type { MessageKey };

/** Amounts are cents, dates `YYYY-MM-DD`. */
export type Params = Readonly<Record<string, string | number>>;

export type RefusalCode = Exclude<(typeof CODE)[keyof typeof CODE], 0>;

/** Data of an answer beside its message. */
export interface RefusalData {
  /** Messages by name of the field, for a refusal about fields. */
  fields?: Readonly<Record<string, string>>;
  /** The stored section, for `savedElsewhere`. */
  newer?: SavedSection;
  /** For a refused photo with the head turned: the turn to try next; null: both photos of the face are taken again. */
  turn?: FaceTurn | null;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: RefusalCode,
    /** `wire/messageText.ts` turns key and params into a message in the language of the request. */
    readonly key: MessageKey,
    readonly params: Params = {},
    readonly data: RefusalData | null = null,
  ) {
    super(`${key} (${code})`);
  }
}

/** The order chart does not allow the act in the order's present status. */
export const orderRefused = (): Refusal => new Refusal(CODE.orderRefused, 'lender.orderRefused');
