/** What went wrong, said to the borrower. The lender's own words win; these stand in where there are none. */
import type { Language } from '#machines/context.ts';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { defineStrings } from './index.ts';

const text = defineStrings('problems', {
  en: {
    network: 'Ooops, network failed. Please reload the page.',
    timedOut: 'The lender did not answer in time. Please try again.',
    garbage: 'The answer could not be read. Please try again.',
    offline: 'You are offline. Nothing was sent.',
    shellMissing: 'Your phone cannot do this here. Please type it instead.',
    shellRefused: 'Your phone did not allow it. Please type it instead.',
    storage: 'This phone could not keep your answers.',
    agreement: 'Please agree to the loan agreement',
    amount: 'This amount cannot be chosen. Please choose another.',
    photosMissing: 'Front, back and face photos are all needed.',
    photoUnreadable: 'The photo could not be read. Please take it again.',
    mobile: 'Enter your mobile number, like 0712 345 678',
    code: 'Invalid verification code. Enter the 6 digits from our text.',
    terms: 'Tick the box to agree to the terms and the privacy policy',
    server: 'Something went wrong at the lender. Please try again in a moment.',
    tooMany: 'Too many tries. Please wait a little, then try again.',
    notYet: 'This is not available yet.',
    unknown: 'Something went wrong. Please try again.',
  },
  es: {
    network: 'Falló la red. Vuelva a cargar la página.',
    timedOut: 'El prestamista no respondió a tiempo. Inténtelo de nuevo.',
    garbage: 'No se pudo leer la respuesta. Inténtelo de nuevo.',
    offline: 'No tiene conexión. No se envió nada.',
    shellMissing: 'Su teléfono no puede hacerlo aquí. Escríbalo, por favor.',
    shellRefused: 'Su teléfono no lo permitió. Escríbalo, por favor.',
    storage: 'Este teléfono no pudo guardar sus respuestas.',
    agreement: 'Acepte el contrato de préstamo, por favor',
    amount: 'No se puede elegir esta cantidad. Elija otra.',
    photosMissing: 'Faltan fotos: anverso, reverso y cara.',
    photoUnreadable: 'No se pudo leer la foto. Tómela de nuevo.',
    mobile: 'Escriba su número de móvil, por ejemplo 0712 345 678',
    code: 'Código de verificación no válido. Escriba los 6 dígitos de nuestro mensaje.',
    terms: 'Marque la casilla para aceptar las condiciones y la política de privacidad',
    server: 'Algo falló en el prestamista. Inténtelo de nuevo en un momento.',
    tooMany: 'Demasiados intentos. Espere un poco e inténtelo de nuevo.',
    notYet: 'Todavía no está disponible.',
    unknown: 'Algo salió mal. Inténtelo de nuevo.',
  },
  sw: {
    network: 'Samahani, mtandao umeshindwa. Tafadhali pakia ukurasa tena.',
    timedOut: 'Mkopeshaji hakujibu kwa wakati. Tafadhali jaribu tena.',
    garbage: 'Jibu halikuweza kusomeka. Tafadhali jaribu tena.',
    offline: 'Huna mtandao. Hakuna kilichotumwa.',
    shellMissing: 'Simu yako haiwezi kufanya hili hapa. Tafadhali andika badala yake.',
    shellRefused: 'Simu yako haikuruhusu. Tafadhali andika badala yake.',
    storage: 'Simu hii haikuweza kuhifadhi majibu yako.',
    agreement: 'Tafadhali kubali mkataba wa mkopo',
    amount: 'Kiasi hiki hakiwezi kuchaguliwa. Tafadhali chagua kingine.',
    photosMissing: 'Picha za mbele, nyuma na uso zote zinahitajika.',
    photoUnreadable: 'Picha haikusomeka. Tafadhali ipige tena.',
    mobile: 'Andika namba yako ya simu, kwa mfano 0712 345 678',
    code: 'Namba ya uthibitisho si sahihi. Andika tarakimu 6 kutoka kwa ujumbe wetu.',
    terms: 'Weka alama kwenye kisanduku kukubali masharti na sera ya faragha',
    server: 'Kuna hitilafu kwa mkopeshaji. Tafadhali jaribu tena baada ya muda mfupi.',
    tooMany: 'Umejaribu mara nyingi. Tafadhali subiri kidogo, kisha ujaribu tena.',
    notYet: 'Huduma hii bado haipatikani.',
    unknown: 'Kuna hitilafu. Tafadhali jaribu tena.',
  },
});

type Key = Parameters<ReturnType<typeof text>>[0];

const KEYS: Readonly<Record<number, Key>> = {
  [LOCAL.networkFailed]: 'network',
  [LOCAL.timedOut]: 'timedOut',
  [LOCAL.garbageAnswer]: 'garbage',
  [LOCAL.offline]: 'offline',
  [LOCAL.shellMissing]: 'shellMissing',
  [LOCAL.shellSilent]: 'shellMissing',
  [LOCAL.shellRefused]: 'shellRefused',
  [LOCAL.storageFailed]: 'storage',
  [LOCAL.agreementMissing]: 'agreement',
  [LOCAL.amountNotAllowed]: 'amount',
  [LOCAL.photosMissing]: 'photosMissing',
  [LOCAL.photoUnreadable]: 'photoUnreadable',
  [LOCAL.mobileInvalid]: 'mobile',
  [LOCAL.codeInvalid]: 'code',
  [LOCAL.termsNotAccepted]: 'terms',
  [CODE.serverError]: 'server',
  [CODE.tooManyRequests]: 'tooMany',
  [CODE.notAvailableYet]: 'notYet',
  [CODE.invalidVerificationCode]: 'code',
};

export const problemText = (language: Language, problem: Problem): string =>
  // A thrown exception is no sentence for a borrower, so code `unknown` has words of its own.
  (problem.code === LOCAL.unknown ? '' : problem.message) || text(language)(KEYS[problem.code] ?? 'unknown');
