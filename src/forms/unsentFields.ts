/**
 * The fields of unsent messages and of an unsent choice of a loan. `sensitive` means the same as in `Field.sensitive` of the
 * sections: the value must not be readable in the storage of a phone that can hold no key. Free text is sensitive, because
 * people write numbers into it.
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
