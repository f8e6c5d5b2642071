import type { SavedSection } from '#machines/model/application.ts';
import type { RefusalCode } from '#server/refusals/refusal.ts';
import type { MessageKey, Params } from '#server/wire/messageText.ts';

/** A call is refused before lending is asked: a bad request, no session, a wrong code. Lending's own no is a `Refusal`. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';

  constructor(
    readonly code: RefusalCode,
    readonly key: MessageKey,
    readonly params: Params = {},
    /** Field name to words, for `invalidField`. */
    readonly fields?: Readonly<Record<string, string>>,
    /** What is stored, for `savedElsewhere`. */
    readonly newer?: SavedSection,
  ) {
    super(`${key} (${code})`);
  }
}
