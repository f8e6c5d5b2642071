/** Words of the lender that stand inside answers: why a payment or a payout failed, why an application was rejected. */

import type { Language } from '#machines/context.ts';
import { FAILURE } from '#server/rail/port.ts';

export type { Language };

type Words = Readonly<Record<Language, string>>;

/** Why the lender rejects. The lender desk may also write its own words; those are shown as they are. */
export const REJECTIONS = {
  arrears: {
    en: 'You have overdue loans with other lenders.',
    es: 'Tiene préstamos vencidos con otros prestamistas.',
    sw: 'Una mikopo iliyochelewa kwa wakopeshaji wengine.',
  },
  commitments: {
    en: 'You already carry too many loans for another one.',
    es: 'Ya tiene demasiados préstamos para añadir otro.',
    sw: 'Tayari una mikopo mingi mno kuongeza mwingine.',
  },
  history: {
    en: 'Your credit history does not allow a loan at the moment.',
    es: 'Su historial de crédito no permite un préstamo por ahora.',
    sw: 'Historia yako ya mikopo hairuhusu mkopo kwa sasa.',
  },
  policy: {
    en: 'What you told us does not meet our rules for lending.',
    es: 'Sus datos no cumplen nuestras reglas para prestar.',
    sw: 'Taarifa ulizotupa hazitimizi masharti yetu ya kukopesha.',
  },
} as const satisfies Record<string, Words>;

export type RejectionKey = keyof typeof REJECTIONS;

export const rejectionText = (reason: string, language: Language): string =>
  Object.hasOwn(REJECTIONS, reason) ? REJECTIONS[reason as RejectionKey][language] : reason;

/** No answer ever came and can no longer be asked for. Below zero: Daraja's own codes are not. */
export const NO_ANSWER = -1;
/** Another payout of the same loan arrived first, so this one was never sent. */
export const SUPERSEDED = -2;

/** Results of an STK push that a borrower can do something about. */
const PAYMENT_FAILURES: Readonly<Record<number, Words>> = {
  1: {
    en: 'There is not enough money in your M-PESA account.',
    es: 'No hay saldo suficiente en su cuenta M-PESA.',
    sw: 'Hakuna pesa za kutosha katika akaunti yako ya M-PESA.',
  },
  17: {
    en: 'M-PESA received the same amount a moment ago. Please wait two minutes.',
    es: 'M-PESA recibió el mismo importe hace un momento. Espere dos minutos.',
    sw: 'M-PESA ilipokea kiasi hicho muda mfupi uliopita. Tafadhali subiri dakika mbili.',
  },
  1019: {
    en: 'The payment request expired before it was answered.',
    es: 'La solicitud de pago caducó sin respuesta.',
    sw: 'Ombi la malipo limeisha muda kabla ya kujibiwa.',
  },
  1032: {
    en: 'You cancelled the payment request.',
    es: 'Canceló la solicitud de pago.',
    sw: 'Umeghairi ombi la malipo.',
  },
  1037: {
    en: 'Your phone could not be reached.',
    es: 'No se pudo contactar con su teléfono.',
    sw: 'Simu yako haikupatikana.',
  },
  2001: {
    en: 'The M-PESA PIN was wrong.',
    es: 'El PIN de M-PESA era incorrecto.',
    sw: 'PIN ya M-PESA haikuwa sahihi.',
  },
  [NO_ANSWER]: {
    en: 'M-PESA did not answer. If money left your account it will be credited here.',
    es: 'M-PESA no respondió. Si salió dinero de su cuenta, se abonará aquí.',
    sw: 'M-PESA haikujibu. Ikiwa pesa zilitoka kwenye akaunti yako zitawekwa hapa.',
  },
};

const PAYMENT_FAILED: Words = {
  en: 'M-PESA did not accept the payment.',
  es: 'M-PESA no aceptó el pago.',
  sw: 'M-PESA haikukubali malipo.',
};

export const paymentFailureText = (code: number, language: Language): string => (PAYMENT_FAILURES[code] ?? PAYMENT_FAILED)[language];

const PAYOUT_FAILURES: Readonly<Record<number, Words>> = {
  2040: {
    en: 'This number is not registered for M-PESA.',
    es: 'Este número no está registrado en M-PESA.',
    sw: 'Nambari hii haijasajiliwa kwa M-PESA.',
  },
  [FAILURE.bankUnreachable]: {
    en: 'We cannot send money to this bank. Please choose another account.',
    es: 'No podemos enviar dinero a este banco. Elija otra cuenta.',
    sw: 'Hatuwezi kutuma pesa kwa benki hii. Tafadhali chagua akaunti nyingine.',
  },
};

const PAYOUT_FAILED: Words = {
  en: 'The money could not be sent to your account. Please check the account.',
  es: 'No se pudo enviar el dinero a su cuenta. Compruebe la cuenta.',
  sw: 'Pesa hazikuweza kutumwa kwa akaunti yako. Tafadhali kagua akaunti.',
};

export const payoutFailureText = (code: number, language: Language): string => (PAYOUT_FAILURES[code] ?? PAYOUT_FAILED)[language];
