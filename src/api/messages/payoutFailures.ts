/** The lender's messages about failed payouts, by the result code of the rail. */
import type { Language } from '#machines/context.ts';

type Words = Readonly<Record<Language, string>>;

/** Results that do not come from the rail but from this lender. Negative, unlike Daraja's codes. */
export const PAYOUT_RESULT = {
  /** The rail cannot pay to this bank. */
  bankUnreachable: -3,
  /** The payout was not executed in time, and will not be executed. */
  expired: -5,
  /** The rail accepts no account number of this length. */
  accountTooLong: -6,
} as const;

const WALLET_LIMIT: Words = {
  en: 'M-PESA refused: the money would go over a limit of this account. Use part of its balance or choose another account.',
  es: 'M-PESA lo rechazó: el dinero superaría un límite de esta cuenta. Use parte de su saldo o elija otra cuenta.',
  sw: 'M-PESA imekataa: pesa zingezidi kikomo cha akaunti hii. Tumia sehemu ya salio lake au chagua akaunti nyingine.',
};

const FAULT_OF_THE_LENDER: Words = {
  en: 'The money could not be sent because of a fault on our side, not because of your account. You can try the same account again later.',
  es: 'No se pudo enviar el dinero por un fallo nuestro, no por su cuenta. Puede probar más tarde con la misma cuenta.',
  sw: 'Pesa hazikuweza kutumwa kwa sababu ya hitilafu yetu, si kwa sababu ya akaunti yako. Unaweza kujaribu tena baadaye akaunti hiyo hiyo.',
};

/** Results of M-PESA that are a fault of the lender. `server/rail/darajaCodes.ts` has the table; a test compares both. */
const OF_THE_LENDER: readonly number[] = [2, 3, 11, 21, 2001, 2006, 2028, 8006];

const PAYOUT_FAILURES: Readonly<Record<number, Words>> = {
  4: WALLET_LIMIT,
  8: WALLET_LIMIT,
  [PAYOUT_RESULT.expired]: {
    en: 'M-PESA did not send the money in time. You can try the same account again.',
    es: 'M-PESA no envió el dinero a tiempo. Puede probar de nuevo con la misma cuenta.',
    sw: 'M-PESA haikutuma pesa kwa wakati. Unaweza kujaribu tena akaunti hiyo hiyo.',
  },
  2040: {
    en: 'This number is not registered for M-PESA.',
    es: 'Este número no está registrado en M-PESA.',
    sw: 'Nambari hii haijasajiliwa kwa M-PESA.',
  },
  [PAYOUT_RESULT.bankUnreachable]: {
    en: 'We cannot send money to this bank. Please choose another account.',
    es: 'No podemos enviar dinero a este banco. Elija otra cuenta.',
    sw: 'Hatuwezi kutuma pesa kwa benki hii. Tafadhali chagua akaunti nyingine.',
  },
  [PAYOUT_RESULT.accountTooLong]: {
    en: 'M-PESA cannot send money to an account number with more than 13 digits. Please choose another account.',
    es: 'M-PESA no puede enviar dinero a un número de cuenta de más de 13 dígitos. Elija otra cuenta.',
    sw: 'M-PESA haiwezi kutuma pesa kwenye nambari ya akaunti yenye zaidi ya tarakimu 13. Tafadhali chagua akaunti nyingine.',
  },
};

const PAYOUT_FAILED: Words = {
  en: 'The money could not be sent to your account. Please check the account.',
  es: 'No se pudo enviar el dinero a su cuenta. Revise la cuenta, por favor.',
  sw: 'Pesa hazikuweza kutumwa kwa akaunti yako. Tafadhali kagua akaunti.',
};

export const payoutFailureText = (code: number, language: Language): string =>
  (OF_THE_LENDER.includes(code) ? FAULT_OF_THE_LENDER : (PAYOUT_FAILURES[code] ?? PAYOUT_FAILED))[language];
