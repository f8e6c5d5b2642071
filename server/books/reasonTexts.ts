/** Texts of the reasons in answers: why a payment or a payout failed, why an application was rejected. */

import type { Language } from '#machines/context.ts';
import { PAYMENT_FAILURES } from '#src/api/messages/paymentFailures.ts';
import type { ProofRefusalReason, RejectionReason } from '#src/api/desk.ts';
import type { Reason, ReferralReason } from '#src/market/decision.ts';

type Words = Readonly<Record<Language, string>>;

/** Reasons of a rejection. A clerk may write another reason, which is shown unchanged. */
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

/** Reasons of a referral. */
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
  photosUnread: {
    en: 'A person looks at the photos of your ID and your face.',
    es: 'Una persona revisa las fotos de su documento de identidad y de su cara.',
    sw: 'Mtu anaangalia picha za kitambulisho chako na uso wako.',
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

/** Result code of a payout that was never sent, because another payout of the same loan arrived first. */
export const SUPERSEDED = -2;

const PAYMENT_FAILED: Words = {
  en: 'M-PESA did not accept the payment.',
  es: 'M-PESA no aceptó el pago.',
  sw: 'M-PESA haikukubali malipo.',
};

export const paymentFailureText = (code: number, language: Language): string => (PAYMENT_FAILURES[code] ?? PAYMENT_FAILED)[language];

/** Reasons for refusing a proof of payment. A clerk may write another reason, which is shown unchanged. */
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
