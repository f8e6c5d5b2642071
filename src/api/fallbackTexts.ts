/**
 * Texts for refusals without a message: another back end may leave `msg` empty. This project's lender never does, so this file
 * is loaded only with the first such refusal. It uses the lender's own messages. If a message contains a figure of the lender,
 * this file has another one without the figure.
 */
import type { Language } from '#machines/context.ts';
import { CODE } from '#machines/model/codes.ts';
import { en, type MessageKey } from './messages/en.ts';
import { es } from './messages/es.ts';
import { sw } from './messages/sw.ts';

type Texts = Readonly<Record<Language, string>>;

/** By the name of its code. A code without a text does not compile. */
const FALLBACKS: Readonly<Record<Exclude<keyof typeof CODE, 'ok'>, MessageKey | Texts>> = {
  notLoggedIn: 'notLoggedIn',
  tokenExpired: 'tokenExpired',
  loggedInElsewhere: 'loggedInElsewhere',
  tokenInvalid: 'tokenInvalid',
  invalidField: 'invalidField',
  unknownPath: 'unknownPath',
  badEnvelope: 'badEnvelope',
  tooManyRequests: {
    en: 'Too many tries. Please wait a while and try again',
    es: 'Demasiados intentos. Espere un poco e inténtelo de nuevo, por favor',
    sw: 'Umejaribu mara nyingi. Tafadhali subiri kidogo kisha ujaribu tena',
  },
  staleTimestamp: 'staleTimestamp',
  wrongMethod: 'wrongMethod',
  tooLarge: {
    en: 'This is too large to be sent. Please choose something smaller',
    es: 'Esto es demasiado grande para enviarse. Elija algo más pequeño, por favor',
    sw: 'Hii ni kubwa mno kutumwa. Tafadhali chagua kitu kidogo zaidi',
  },
  requestTooSlow: 'requestTooSlow',
  wrongPackage: 'wrongPackage',
  pageOutdated: 'pageOutdated',
  savedElsewhere: 'savedElsewhere',
  serverError: 'serverError',
  tryLater: 'busy',
  orderNotFound: 'lender.orderNotFound',
  orderRefused: 'lender.orderRefused',
  orderTimedOut: 'lender.orderTimedOut',
  amountRefused: {
    en: 'This amount is not possible. Please choose another amount',
    es: 'Este monto no es posible. Elija otro, por favor',
    sw: 'Kiasi hiki hakiwezekani. Tafadhali chagua kiasi kingine',
  },
  noPaymentMethod: 'lender.noPaymentMethod',
  reapplyTooEarly: {
    en: 'You cannot apply again yet. Please try again on a later day',
    es: 'Todavía no puede volver a solicitar un préstamo. Inténtelo otro día, por favor',
    sw: 'Bado huwezi kuomba tena. Tafadhali jaribu tena siku nyingine',
  },
  oneLoanAtATime: 'lender.oneLoanAtATime',
  paymentInProgress: 'lender.paymentInProgress',
  rolloverRefused: 'lender.rolloverOff',
  receiptUsed: 'lender.receiptUsed',
  receiptUnknown: 'lender.receiptUnknown',
  cardRefused: {
    en: 'This card cannot be used. Nothing was charged',
    es: 'No se puede usar esta tarjeta. No se cobró nada',
    sw: 'Kadi hii haiwezi kutumika. Hakuna kilichotozwa',
  },
  invalidVerificationCode: 'invalidVerificationCode',
  verificationCodeRequired: 'verificationCodeRequired',
  mobileExists: 'mobileExists',
  mobileUnknown: 'mobileUnknown',
  photoUnreadable: 'photoUnreadable',
  photosMissing: 'lender.photosMissing',
  tooManyWrongCodes: 'tooManyWrongCodes',
  captchaRequired: 'captchaRequired',
  idTaken: 'lender.idTaken',
  numberBlocked: {
    en: 'This number is blocked. Please write to the lender. A loan can still be repaid by M-PESA paybill',
    es: 'Este número está bloqueado. Escriba al prestamista, por favor. Un préstamo todavía se puede pagar por paybill de M-PESA',
    sw: 'Nambari hii imezuiwa. Tafadhali mwandikie mkopeshaji. Mkopo bado unaweza kulipwa kwa paybill ya M-PESA',
  },
  receivedCodeRequired: {
    en: 'Many codes were requested for this number. To get one now, show that you read its SMS. Or try again later',
    es: 'Se pidieron muchos códigos para este número. Para recibir uno ahora, muestre que lee sus SMS. O inténtelo más tarde',
    sw: 'Misimbo mingi imeombwa kwa nambari hii. Ili upate mmoja sasa, onyesha kuwa unasoma SMS zake. Au jaribu tena baadaye',
  },
  ticketNotFound: 'feedback.ticketNotFound',
  tooManyTickets: {
    en: 'You have too many messages that are not closed. Please add to one of them',
    es: 'Tiene demasiados mensajes sin cerrar. Añada lo que falta a uno de ellos, por favor',
    sw: 'Una ujumbe mwingi ambao haujafungwa. Tafadhali ongeza kwenye mmoja wao',
  },
  tooManyPictures: { en: 'Too many pictures', es: 'Demasiadas fotos', sw: 'Picha ni nyingi mno' },
  ticketRefused: 'feedback.refused',
  cancellationRefused: {
    en: 'We cannot close your account. Something is still open',
    es: 'No podemos cerrar su cuenta. Todavía hay algo pendiente',
    sw: 'Hatuwezi kufunga akaunti yako. Bado kuna jambo ambalo halijakamilika',
  },
  signInRequired: 'signInRequired',
};

const MESSAGES: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, es, sw };

/** @returns '' for a code that is none of the contract. */
export function fallbackText(code: number, language: Language): string {
  const name = (Object.keys(FALLBACKS) as (keyof typeof FALLBACKS)[]).find((one) => CODE[one] === code);
  if (name === undefined) return '';
  const text = FALLBACKS[name];
  return typeof text === 'string' ? MESSAGES[language][text] : text[language];
}
