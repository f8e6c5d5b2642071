/** Reasons inside answers: why a payment or a payout failed, why an application was rejected. */

import type { Language } from '#machines/context.ts';
import { PAYMENT_FAILURES } from '#src/api/messages/paymentFailures.ts';
import type { ProofRefusalReason, RejectionReason } from '#src/api/desk.ts';
import type { Reason, ReferralReason } from '#src/market/decision.ts';
import { FAILURE } from '#server/rail/rail.ts';

type Words = Readonly<Record<Language, string>>;

/** Why the lender rejects. The desk may also write a reason of its own, which is shown as it is. */
export const REJECTIONS = {
  arrears: {
    en: 'You have overdue loans with other lenders.',
    es: 'Tiene préstamos vencidos con otros prestamistas.',
    sw: 'Umechelewa kulipa mikopo ya wakopeshaji wengine.',
  },
  commitments: {
    en: 'You already have too many loans to take another one.',
    es: 'Ya tiene demasiados préstamos para tomar otro.',
    sw: 'Tayari una mikopo mingi mno kuweza kuchukua mwingine.',
  },
  history: {
    en: 'Your credit history does not allow a loan at the moment.',
    es: 'Su historial de crédito no permite un préstamo por ahora.',
    sw: 'Historia yako ya mikopo hairuhusu mkopo kwa sasa.',
  },
  bureau: {
    en: 'A credit bureau (CRB) lists you, and we could not confirm that this is settled.',
    es: 'Figura en un buró de crédito (CRB), y no pudimos confirmar que esté resuelto.',
    sw: 'Shirika la marejeleo ya mikopo (CRB) limekuorodhesha, na hatukuweza kuthibitisha kwamba jambo hilo limekwisha.',
  },
  income: {
    en: 'What you would pay back is too much for the income you gave.',
    es: 'Lo que devolvería es demasiado para los ingresos que indicó.',
    sw: 'Kiasi ambacho ungelipa ni kikubwa mno kwa mapato uliyotaja.',
  },
  employment: {
    en: 'We could not confirm a regular income.',
    es: 'No pudimos confirmar que tenga ingresos regulares.',
    sw: 'Hatukuweza kuthibitisha kwamba una mapato ya mara kwa mara.',
  },
  identity: {
    en: 'We could not confirm that the ID is yours.',
    es: 'No pudimos confirmar que el documento de identidad sea suyo.',
    sw: 'Hatukuweza kuthibitisha kwamba kitambulisho ni chako.',
  },
  idNumber: {
    en: 'We could not confirm that the ID number is yours.',
    es: 'No pudimos confirmar que el número de documento de identidad sea suyo.',
    sw: 'Hatukuweza kuthibitisha kwamba nambari ya kitambulisho ni yako.',
  },
  account: {
    en: 'We could not confirm that the account for the money is yours.',
    es: 'No pudimos confirmar que la cuenta para el dinero sea suya.',
    sw: 'Hatukuweza kuthibitisha kwamba akaunti ya kupokea pesa ni yako.',
  },
  incomplete: {
    en: 'We could not check all of your details.',
    es: 'No pudimos revisar todos sus datos.',
    sw: 'Hatukuweza kukagua taarifa zako zote.',
  },
  policy: {
    en: 'What you told us does not meet our rules for lending.',
    es: 'Sus datos no cumplen nuestras reglas para prestar.',
    sw: 'Taarifa ulizotupa hazitimizi kanuni zetu za kukopesha.',
  },
} as const satisfies Record<Reason | RejectionReason, Words>;

type RejectionKey = keyof typeof REJECTIONS;

/** Why a person takes a closer look. */
const REFERRALS: Readonly<Record<ReferralReason, Words>> = {
  history: {
    en: 'Your earlier loans need a closer look.',
    es: 'Sus préstamos anteriores necesitan una revisión más detallada.',
    sw: 'Mikopo yako ya awali inahitaji kuangaliwa zaidi.',
  },
  bureau: {
    en: 'A credit bureau (CRB) lists you.',
    es: 'Figura en un buró de crédito (CRB).',
    sw: 'Shirika la marejeleo ya mikopo (CRB) limekuorodhesha.',
  },
  income: {
    en: 'The loan is large for the income you gave.',
    es: 'El préstamo es grande para los ingresos que indicó.',
    sw: 'Mkopo ni mkubwa kwa mapato uliyotaja.',
  },
  employment: {
    en: 'You told us that you have no regular work now.',
    es: 'Nos dijo que ahora no tiene un trabajo regular.',
    sw: 'Ulituambia kwamba huna kazi ya kudumu sasa.',
  },
  identity: {
    en: 'Your ID or the photo of your face could not be recognised for certain, or the ID does not match what you typed.',
    es: 'Su documento de identidad o la foto de su cara no se pudo reconocer con certeza, o el documento no coincide con lo que escribió.',
    sw: 'Kitambulisho chako au picha ya uso wako haikutambulika kwa uhakika, au kitambulisho hakilingani na ulichoandika.',
  },
  idNumber: {
    en: 'Another account uses the same ID number.',
    es: 'Otra cuenta usa el mismo número de documento de identidad.',
    sw: 'Akaunti nyingine inatumia nambari hiyo hiyo ya kitambulisho.',
  },
  account: {
    en: 'M-PESA names another holder of the account for the money.',
    es: 'M-PESA nombra a otro titular de la cuenta para el dinero.',
    sw: 'M-PESA inamtaja mtu mwingine kuwa mwenye akaunti ya kupokea pesa.',
  },
  incomplete: {
    en: 'A person has to check some of your details.',
    es: 'Una persona debe revisar algunos de sus datos.',
    sw: 'Baadhi ya taarifa zako lazima zikaguliwe na mtu.',
  },
};

/** @returns null for a reason that this release does not know. */
export const referralText = (reason: string, language: Language): string | null =>
  Object.hasOwn(REFERRALS, reason) ? REFERRALS[reason as ReferralReason][language] : null;

export const rejectionText = (reason: string, language: Language): string =>
  Object.hasOwn(REJECTIONS, reason) ? REJECTIONS[reason as RejectionKey][language] : reason;

/** Another payout of the same loan arrived first, so this one was never sent. */
export const SUPERSEDED = -2;

const PAYMENT_FAILED: Words = {
  en: 'M-PESA did not accept the payment.',
  es: 'M-PESA no aceptó el pago.',
  sw: 'M-PESA haikukubali malipo.',
};

export const paymentFailureText = (code: number, language: Language): string => (PAYMENT_FAILURES[code] ?? PAYMENT_FAILED)[language];

/** The wallet is over the transaction, day or balance limit of M-PESA. */
const WALLET_LIMIT: Words = {
  en: 'M-PESA refused: the money would go over a limit of this account. Use part of its balance or choose another account.',
  es: 'M-PESA lo rechazó: el dinero superaría un límite de esta cuenta. Use parte de su saldo o elija otra cuenta.',
  sw: 'M-PESA imekataa: pesa zingezidi kikomo cha akaunti hii. Tumia sehemu ya salio lake au chagua akaunti nyingine.',
};

const PAYOUT_FAILURES: Readonly<Record<number, Words>> = {
  3: WALLET_LIMIT,
  4: WALLET_LIMIT,
  8: WALLET_LIMIT,
  [FAILURE.expired]: {
    en: 'M-PESA did not send the money in time. You can try the same account again.',
    es: 'M-PESA no envió el dinero a tiempo. Puede probar de nuevo con la misma cuenta.',
    sw: 'M-PESA haikutuma pesa kwa wakati. Unaweza kujaribu tena akaunti hiyo hiyo.',
  },
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
  [FAILURE.accountTooLong]: {
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

/** Why a proof of payment is refused. The desk may also write a reason of its own, which is shown as it is. */
export const PROOF_REFUSALS: Readonly<Record<ProofRefusalReason, Words>> = {
  notFound: {
    en: 'M-PESA has no payment to us with this receipt. Please check the receipt number.',
    es: 'M-PESA no tiene ningún pago a nosotros con este recibo. Revise el número de recibo, por favor.',
    sw: 'M-PESA haina malipo yoyote kwetu yenye risiti hii. Tafadhali kagua nambari ya risiti.',
  },
  unreadable: {
    en: 'The picture cannot be read. Please send a clear one.',
    es: 'No se puede leer la foto. Envíe una clara, por favor.',
    sw: 'Picha haisomeki. Tafadhali tuma iliyo wazi.',
  },
  amountDiffers: {
    en: 'The receipt shows another amount. Please send it with the right amount.',
    es: 'El recibo muestra otro monto. Envíelo con el monto correcto, por favor.',
    sw: 'Risiti inaonyesha kiasi kingine. Tafadhali itume pamoja na kiasi sahihi.',
  },
};

export const proofRefusalText = (reason: string, language: Language): string =>
  Object.hasOwn(PROOF_REFUSALS, reason) ? PROOF_REFUSALS[reason as ProofRefusalReason][language] : reason;

export const payoutFailureText = (code: number, language: Language): string => (PAYOUT_FAILURES[code] ?? PAYOUT_FAILED)[language];
