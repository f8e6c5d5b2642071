/**
 * The fields of messages that were typed and not sent, and of a loan that was chosen and not asked for. Each says whether
 * it may stand readable in the storage of a phone that can hold no key, like `Field.sensitive` of the sections. Free text
 * is sensitive: people write numbers into it.
 */
export const UNSENT_FIELDS = {
  type: { sensitive: false },
  description: { sensitive: true },
  receiverAccount: { sensitive: true },
  contact: { sensitive: true },
  contactTime: { sensitive: false },
  text: { sensitive: true },
  rating: { sensitive: false },
  reason: { sensitive: false },
  pictures: { sensitive: false },
  requestId: { sensitive: false },
  productId: { sensitive: false },
  amount: { sensitive: false },
  termDays: { sensitive: false },
} as const satisfies Readonly<Record<string, { sensitive: boolean }>>;

export type UnsentField = keyof typeof UNSENT_FIELDS;
