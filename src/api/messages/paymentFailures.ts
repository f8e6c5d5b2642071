/** The lender's messages about failed payments, by the result code of the rail. */
import type { Language } from '#machines/context.ts';

/** The rail never answered, and no query finds the outcome. Negative, unlike Daraja's codes. */
export const NO_ANSWER = -1;
/** Results of a prompt after which the borrower can do something. */
export const PAYMENT_FAILURES: Readonly<Record<number, Readonly<Record<Language, string>>>> = {
  1: {
    en: 'There is not enough money in your M-PESA account.',
    es: 'No hay dinero suficiente en su cuenta de M-PESA.',
    sw: 'Hakuna pesa za kutosha katika akaunti yako ya M-PESA.',
  },
  17: {
    en: 'M-PESA received the same amount a moment ago. Please wait two minutes.',
    es: 'M-PESA recibió el mismo monto hace un momento. Espere dos minutos.',
    sw: 'M-PESA ilipokea kiasi hicho muda mfupi uliopita. Tafadhali subiri dakika mbili.',
  },
  1019: {
    en: 'The payment request expired before it was answered.',
    es: 'La solicitud de pago expiró sin respuesta.',
    sw: 'Muda wa ombi la malipo uliisha kabla ya kujibiwa.',
  },
  1032: {
    en: 'You cancelled the payment request.',
    es: 'Usted canceló la solicitud de pago.',
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
  26: {
    en: 'M-PESA is busy at the moment. Please try again in a few minutes.',
    es: 'M-PESA está ocupada en este momento. Inténtelo de nuevo dentro de unos minutos.',
    sw: 'M-PESA ina shughuli nyingi kwa sasa. Tafadhali jaribu tena baada ya dakika chache.',
  },
  1001: {
    en: 'Another M-PESA request is open on your phone. Finish it first.',
    es: 'Hay otra solicitud de M-PESA abierta en su teléfono. Termínela primero.',
    sw: 'Kuna ombi jingine la M-PESA kwenye simu yako. Limalize kwanza.',
  },
  [NO_ANSWER]: {
    en: 'M-PESA did not answer. If money left your account, it will be counted here.',
    es: 'M-PESA no respondió. Si salió dinero de su cuenta, se contará aquí.',
    sw: 'M-PESA haikujibu. Ikiwa pesa zilitoka kwenye akaunti yako, zitahesabiwa hapa.',
  },
};
