/** The text of a problem: what happened, and what the borrower can do. */
import type { Language } from '#machines/context.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { FEEDBACK_LIMITS } from '#machines/model/feedback.ts';
import { defineFirstTexts, unbroken } from './firstPaint.ts';

const text = defineFirstTexts({
  en: {
    networkFailed: 'Oops, the network failed. Check your connection and try again, or reload the page.',
    timedOut: 'The lender took too long to answer. Try again in a moment.',
    garbageAnswer: 'The answer was not from the lender. If your Wi-Fi has a sign-in page, open it first, then try again.',
    offline: 'You are offline. Nothing was sent. Connect and try again.',
    shellMissing: 'This works only inside the app. You can type it here instead.',
    shellSilent: 'The app did not answer. Try again, or type it here instead.',
    shellRefused: 'The app could not do this. Type it here instead.',
    offlineAsking: 'You are offline, so we could not check with the lender. Connect and try again.',
    storageFailed: 'This phone could not save it. Free some space and try again.',
    agreementMissing: 'Please agree to the loan agreement',
    amountNotAllowed: 'This amount is not possible. Choose another amount.',
    photosMissing: 'Take all three photos first: front of the ID, back of the ID, and your face.',
    photoUnreadable: 'This is not a photo that we can open. Take one, or choose a JPEG, PNG or WebP picture.',
    mobileInvalid: 'Enter a Kenyan mobile number, for example 712 345 678.',
    codeInvalid: 'Enter the 6 digits from the SMS.',
    termsNotAccepted: 'To continue, tick that you accept the terms and the privacy policy.',
    mobileMissing: 'Mobile number cannot be empty',
    captchaFailed: 'The check did not work on this phone.',
    incomplete: 'Please fill in what is marked.',
    tooManyPictures: 'Too many pictures',
    pictureTooLarge: 'This file is larger than {{megabytes}} MB.',
    unknown: 'Something went wrong in the app. Reload the page and try again; what you typed is kept.',
  },
  es: {
    networkFailed: 'Falló la red. Revise su conexión e inténtelo de nuevo, o recargue la página.',
    timedOut: 'El prestamista tardó demasiado en responder. Inténtelo de nuevo en un momento.',
    garbageAnswer: 'La respuesta no era del prestamista. Si su Wi-Fi tiene una página de acceso, ábrala primero y vuelva a intentarlo.',
    offline: 'No tiene conexión. No se envió nada. Conéctese e inténtelo de nuevo.',
    shellMissing: 'Esto solo funciona dentro de la aplicación. Puede escribirlo aquí.',
    shellSilent: 'La aplicación no respondió. Inténtelo de nuevo o escríbalo aquí.',
    shellRefused: 'La aplicación no pudo hacerlo. Escríbalo aquí.',
    offlineAsking: 'No tiene conexión, así que no pudimos consultar al prestamista. Conéctese e inténtelo de nuevo.',
    storageFailed: 'Este teléfono no pudo guardarlo. Libere espacio e inténtelo de nuevo.',
    agreementMissing: 'Acepte el contrato de préstamo, por favor',
    amountNotAllowed: 'Este monto no es posible. Elija otro.',
    photosMissing: 'Tome primero las tres fotos: el frente y el reverso del documento de identidad, y su cara.',
    photoUnreadable: 'Este archivo no es una foto que podamos abrir. Tome una foto o elija una imagen JPEG, PNG o WebP.',
    mobileInvalid: 'Escriba un número de celular de Kenia, por ejemplo 712 345 678.',
    codeInvalid: 'Escriba los 6 dígitos del SMS.',
    termsNotAccepted: 'Para continuar, marque que acepta las condiciones y la política de privacidad.',
    mobileMissing: 'Escriba su número de celular.',
    captchaFailed: 'La comprobación no funcionó en este teléfono.',
    incomplete: 'Complete lo que está marcado.',
    tooManyPictures: 'Demasiadas fotos',
    pictureTooLarge: 'Este archivo pesa más de {{megabytes}} MB.',
    unknown: 'Algo falló en la aplicación. Recargue la página e inténtelo de nuevo; lo que escribió se conserva.',
  },
  sw: {
    networkFailed: 'Mtandao umeshindwa. Angalia mtandao wako kisha ujaribu tena, au pakia ukurasa upya.',
    timedOut: 'Mkopeshaji amechelewa kujibu. Jaribu tena baada ya muda mfupi.',
    garbageAnswer: 'Jibu halikutoka kwa mkopeshaji. Ikiwa Wi-Fi yako ina ukurasa wa kuingia, ufungue kwanza, kisha ujaribu tena.',
    offline: 'Huna mtandao. Hakuna kilichotumwa. Unganisha kisha ujaribu tena.',
    shellMissing: 'Hii inafanya kazi ndani ya programu tu. Unaweza kuandika hapa.',
    shellSilent: 'Programu haikujibu. Jaribu tena, au andika hapa.',
    shellRefused: 'Programu haikuweza kufanya hivi. Andika hapa.',
    offlineAsking: 'Huna mtandao, kwa hiyo hatukuweza kumuuliza mkopeshaji. Unganisha kisha ujaribu tena.',
    storageFailed: 'Simu hii haikuweza kuhifadhi. Futa vitu kupata nafasi, kisha ujaribu tena.',
    agreementMissing: 'Tafadhali kubali mkataba wa mkopo',
    amountNotAllowed: 'Kiasi hiki hakiwezekani. Chagua kiasi kingine.',
    photosMissing: 'Piga picha zote tatu kwanza: upande wa mbele wa kitambulisho, upande wa nyuma, na uso wako.',
    photoUnreadable: 'Faili hii si picha tunayoweza kufungua. Piga picha, au chagua picha ya JPEG, PNG au WebP.',
    mobileInvalid: 'Andika nambari ya simu ya Kenya, kwa mfano 712 345 678.',
    codeInvalid: 'Andika tarakimu 6 kutoka kwenye SMS.',
    termsNotAccepted: 'Ili kuendelea, weka alama kuwa unakubali masharti na sera ya faragha.',
    mobileMissing: 'Andika nambari yako ya simu.',
    captchaFailed: 'Ukaguzi haukufanya kazi kwenye simu hii.',
    incomplete: 'Tafadhali jaza palipowekwa alama.',
    tooManyPictures: 'Picha ni nyingi mno',
    pictureTooLarge: 'Faili hii inazidi MB {{megabytes}}.',
    unknown: 'Hitilafu imetokea kwenye programu. Pakia ukurasa upya ujaribu tena; ulichoandika kimehifadhiwa.',
  },
});

/** Keys of LOCAL by code. */
const NAMES: Partial<Record<number, keyof typeof LOCAL>> = {};
for (const name of Object.keys(LOCAL) as (keyof typeof LOCAL)[]) NAMES[LOCAL[name]] = name;

/** The lender's message, if there is one; otherwise the app's own text for the code. */
export function problemText(language: Language, problem: Problem): string {
  const name = NAMES[problem.code];
  if (name) return text(language)(name, { megabytes: FEEDBACK_LIMITS.pictureBytes / 1024 / 1024 });
  return unbroken(problem.message) || text(language)('unknown');
}
