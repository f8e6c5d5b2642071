/**
 * The lender's fixed sentences, by code. A recording keeps the code and hides the words beside it; what is drawn of it can
 * say them again. A page imports nothing of the lender, so they are written down here; a test holds them against its own.
 */
import type { Language } from '#machines/context.ts';
import { CODE } from '#machines/model/codes.ts';

type Words = Readonly<Record<Language, string>>;

/** Of refusals that read the same for everyone. Those that name an amount, a day or a number of tries are not here. */
export const REFUSALS: Readonly<Record<number, Words>> = {
  [CODE.notLoggedIn]: {
    en: 'User not logged in',
    es: 'No ha iniciado sesión',
    sw: 'Hujaingia kwenye akaunti',
  },
  [CODE.tokenExpired]: {
    en: 'Token expired, please login again',
    es: 'La sesión ha caducado, inicie sesión de nuevo',
    sw: 'Muda wa kuingia umeisha, tafadhali ingia tena',
  },
  [CODE.loggedInElsewhere]: {
    en: 'The account is logged in from another device',
    es: 'La cuenta se ha abierto en otro dispositivo',
    sw: 'Akaunti imefunguliwa kwenye kifaa kingine',
  },
  [CODE.tokenInvalid]: {
    en: 'Token invalid, please login again',
    es: 'La sesión no es válida, inicie sesión de nuevo',
    sw: 'Kuingia si halali, tafadhali ingia tena',
  },
  [CODE.invalidField]: {
    en: 'Please check the marked fields',
    es: 'Revise los campos marcados',
    sw: 'Tafadhali angalia sehemu zilizowekwa alama',
  },
  [CODE.unknownPath]: {
    en: 'There is nothing at this address',
    es: 'No hay nada en esta dirección',
    sw: 'Hakuna kitu kwenye anwani hii',
  },
  [CODE.badEnvelope]: {
    en: 'The request could not be read',
    es: 'No se pudo leer la solicitud',
    sw: 'Ombi halikuweza kusomwa',
  },
  [CODE.staleTimestamp]: {
    en: 'The clock of this phone differs too much. Please try again',
    es: 'El reloj de este teléfono difiere demasiado. Vuelva a intentarlo',
    sw: 'Saa ya simu hii inatofautiana sana. Tafadhali jaribu tena',
  },
  [CODE.wrongMethod]: {
    en: 'This address does not take that kind of request',
    es: 'Esta dirección no acepta ese tipo de solicitud',
    sw: 'Anwani hii haipokei ombi la aina hiyo',
  },
  [CODE.wrongPackage]: {
    en: 'This app does not belong to this lender',
    es: 'Esta aplicación no pertenece a este prestamista',
    sw: 'Programu hii si ya mkopeshaji huyu',
  },
  [CODE.savedElsewhere]: {
    en: 'This part was saved from another device meanwhile',
    es: 'Esta parte se guardó entretanto desde otro dispositivo',
    sw: 'Sehemu hii imehifadhiwa kutoka kifaa kingine wakati huu',
  },
  [CODE.serverError]: {
    en: 'Something went wrong on our side. Please try again',
    es: 'Algo falló de nuestro lado. Vuelva a intentarlo',
    sw: 'Kuna hitilafu upande wetu. Tafadhali jaribu tena',
  },
  [CODE.orderNotFound]: {
    en: 'This loan was not found',
    es: 'No se encontró este préstamo',
    sw: 'Mkopo huu haukupatikana',
  },
  [CODE.orderRefused]: {
    en: 'This is not possible for this loan now',
    es: 'Esto no es posible ahora para este préstamo',
    sw: 'Hili haliwezekani kwa mkopo huu kwa sasa',
  },
  [CODE.orderTimedOut]: {
    en: 'This order has timed out, please try again',
    es: 'Este pedido ha caducado, vuelva a intentarlo',
    sw: 'Muda wa ombi hili umeisha, tafadhali jaribu tena',
  },
  [CODE.noPaymentMethod]: {
    en: 'There is no payment method, please choose another channel',
    es: 'No hay método de pago, elija otro canal',
    sw: 'Hakuna njia ya malipo, tafadhali chagua njia nyingine',
  },
  [CODE.oneLoanAtATime]: {
    en: 'You already have a loan. Only one at a time is possible',
    es: 'Ya tiene un préstamo. Solo se permite uno a la vez',
    sw: 'Tayari una mkopo. Ni mmoja tu kwa wakati',
  },
  [CODE.paymentInProgress]: {
    en: 'A payment is still open. Please wait for its result',
    es: 'Hay un pago abierto. Espere su resultado',
    sw: 'Kuna malipo bado yanaendelea. Tafadhali subiri matokeo yake',
  },
  [CODE.receiptUsed]: {
    en: 'This receipt was sent in already, or its payment is counted',
    es: 'Este recibo ya se envió, o su pago ya está contado',
    sw: 'Risiti hii imeshatumwa, au malipo yake yameshahesabiwa',
  },
  [CODE.invalidVerificationCode]: {
    en: 'Invalid verification code',
    es: 'Código de verificación no válido',
    sw: 'Nambari ya uthibitisho si sahihi',
  },
  [CODE.verificationCodeRequired]: {
    en: 'The verification code cannot be empty',
    es: 'El código de verificación no puede estar vacío',
    sw: 'Nambari ya uthibitisho haiwezi kuwa tupu',
  },
  [CODE.mobileExists]: {
    en: 'This number already has an account. Please log in',
    es: 'Este número ya tiene una cuenta. Inicie sesión',
    sw: 'Nambari hii tayari ina akaunti. Tafadhali ingia',
  },
  [CODE.mobileUnknown]: {
    en: 'There is no account with this number yet. Please register',
    es: 'Este número aún no tiene cuenta. Regístrese',
    sw: 'Bado hakuna akaunti yenye nambari hii. Tafadhali jisajili',
  },
  [CODE.photoUnreadable]: {
    en: 'The photo could not be read. Please take it again',
    es: 'No se pudo leer la foto. Tómela de nuevo',
    sw: 'Picha haikuweza kusomwa. Tafadhali piga tena',
  },
  [CODE.photosMissing]: {
    en: 'Please take all photos first',
    es: 'Tome primero todas las fotos',
    sw: 'Tafadhali piga picha zote kwanza',
  },
  [CODE.tooManyWrongCodes]: {
    en: 'Too many wrong tries. Ask for a new code.',
    es: 'Demasiados intentos fallidos. Pida un código nuevo.',
    sw: 'Umekosea mara nyingi. Omba namba mpya ya siri.',
  },
  [CODE.captchaRequired]: {
    en: 'Many codes were asked for. Please answer the question first',
    es: 'Se pidieron muchos códigos. Responda primero la pregunta',
    sw: 'Namba nyingi za siri ziliombwa. Tafadhali jibu swali kwanza',
  },
  [CODE.ticketNotFound]: {
    en: 'This message was not found',
    es: 'No se encontró este mensaje',
    sw: 'Ujumbe huu haukupatikana',
  },
};

/** Of payments that failed, by the result code of the rail. */
export const PAYMENT_FAILURES: Readonly<Record<number, Words>> = {
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
  26: {
    en: 'M-PESA is busy at the moment. Please try again in a few minutes.',
    es: 'M-PESA está ocupada en este momento. Inténtelo en unos minutos.',
    sw: 'M-PESA ina shughuli nyingi kwa sasa. Tafadhali jaribu tena baada ya dakika chache.',
  },
  1001: {
    en: 'Another M-PESA request is open on your phone. Finish it first.',
    es: 'Hay otra solicitud de M-PESA abierta en su teléfono. Termínela primero.',
    sw: 'Kuna ombi jingine la M-PESA kwenye simu yako. Limalize kwanza.',
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
  [-1]: {
    en: 'M-PESA did not answer. If money left your account it will be credited here.',
    es: 'M-PESA no respondió. Si salió dinero de su cuenta, se abonará aquí.',
    sw: 'M-PESA haikujibu. Ikiwa pesa zilitoka kwenye akaunti yako zitawekwa hapa.',
  },
};
