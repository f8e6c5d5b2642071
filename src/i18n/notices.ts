import type { Language, Notice } from '#machines/context.ts';
import { PROMISES } from '#src/market/support.ts';
import { defineFirstTexts } from './firstPaint.ts';

const text = defineFirstTexts({
  en: {
    sessionEnded: 'You were signed out. Please sign in again.',
    copied: 'Copied',
    copyFailed: 'Copy failed',
    offerDeclined: 'You declined the offer. You owe nothing.',
    orderMoved: 'Your loan has changed. This is how it is now.',
    languageChanged: 'Language changed',
    loggedOut: 'You are signed out.',
    signOutEverywhere: 'You are signed out on every phone.',
    proofSent: 'Sent. A person checks it within {{hours}} hours.',
    accountClosed: 'Your account is closed.',
    couponTaken: 'The coupon is taken off your loan.',
    recordingsDeleted: 'Every recording of your account is deleted, and no more are sent.',
    draftNotKept: 'This phone could not keep all of your answers. Please send them before you close the app.',
  },
  es: {
    sessionEnded: 'Se cerró su sesión. Vuelva a iniciar sesión, por favor.',
    copied: 'Copiado',
    copyFailed: 'No se pudo copiar',
    offerDeclined: 'Rechazó la oferta. No debe nada.',
    orderMoved: 'Su préstamo ha cambiado. Así está ahora.',
    languageChanged: 'Idioma cambiado',
    loggedOut: 'Cerró su sesión.',
    signOutEverywhere: 'Cerró su sesión en todos los teléfonos.',
    proofSent: 'Enviado. Una persona lo revisa en un plazo de {{hours}} horas.',
    accountClosed: 'Su cuenta está cerrada.',
    couponTaken: 'El cupón se descontó de su préstamo.',
    recordingsDeleted: 'Se borraron todas las grabaciones de su cuenta y no se envían más.',
    draftNotKept: 'Este teléfono no pudo guardar todas sus respuestas. Envíelas antes de cerrar la aplicación.',
  },
  sw: {
    sessionEnded: 'Umetolewa kwenye akaunti. Tafadhali ingia tena.',
    copied: 'Imenakiliwa',
    copyFailed: 'Haikuweza kunakiliwa',
    offerDeclined: 'Umekataa ofa. Hudaiwi chochote.',
    orderMoved: 'Mkopo wako umebadilika. Hivi ndivyo ulivyo sasa.',
    languageChanged: 'Lugha imebadilishwa',
    loggedOut: 'Umetoka kwenye akaunti.',
    signOutEverywhere: 'Umetoka kwenye simu zote.',
    proofSent: 'Imetumwa. Mtu atakagua ndani ya saa {{hours}}.',
    accountClosed: 'Akaunti yako imefungwa.',
    couponTaken: 'Kuponi imepunguzwa kwenye mkopo wako.',
    recordingsDeleted: 'Rekodi zote za akaunti yako zimefutwa, na hakuna zaidi zinazotumwa.',
    draftNotKept: 'Simu hii haikuweza kuhifadhi majibu yako yote. Tafadhali yatume kabla ya kufunga programu.',
  },
});

/** The text of a notice: the lender's message, or the text of its key. */
export const noticeText = (language: Language, notice: Notice): string =>
  notice.message || text(language)(notice.key, { hours: PROMISES.proofHours });
