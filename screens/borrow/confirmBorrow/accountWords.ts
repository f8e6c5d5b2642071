import type { PayoutAccount } from '#machines/model/order.ts';

/** "M-PESA +254 712 ••• 678, John Doe": the payout account, with its holder if known. */
export const accountWords = ({ holderName, masked, owner }: PayoutAccount): string =>
  [`${holderName} ${masked}`, owner].filter((part) => part !== '').join(', ');
