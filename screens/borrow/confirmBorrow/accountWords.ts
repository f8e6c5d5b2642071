import type { PayoutAccount } from '#machines/model/order.ts';

/** "M-PESA +254 712 ••• 678, John Doe": where the money goes, with its holder where somebody named one. */
export const accountWords = ({ holderName, masked, owner }: PayoutAccount): string =>
  [`${holderName} ${masked}`, owner].filter((part) => part !== '').join(', ');
