import { defineStrings } from '#src/i18n/index.ts';

export const strings = defineStrings('bankAccount', {
  en: {
    title: 'Where we pay you',
    refused: 'The money could not be sent to {{account}}.',
    saveAndOffer: 'Save and go to your offer',
    sendCode: 'Send me a code',
    sendAgain: 'Send the code again',
    sending: 'Sending the code',
    sentTo: 'We send a 6-digit code by SMS to {{mobile}}.',
    againIn: 'You can ask for another code in {{time}}.',
    ownFirst:
      'You did not sign in with {{mobile}}, so it needs a code of its own. First ask for the code to your own number and type it in.',
    whyBoth:
      'Check the number before you press: we send a code to only one other number a day. Your own code shows that it is you. This one shows that {{mobile}} may be used.',
    sendCodeTo: 'Send a code to {{mobile}}',
    sendAgainTo: 'Send another code to {{mobile}}',
  },
  es: {
    title: 'Adónde va el dinero',
    refused: 'No se pudo enviar el dinero a {{account}}.',
    saveAndOffer: 'Guardar e ir a su oferta',
    sendCode: 'Enviarme un código',
    sendAgain: 'Enviar el código otra vez',
    sending: 'Enviando el código',
    sentTo: 'Enviamos un código de 6 dígitos por SMS al {{mobile}}.',
    againIn: 'Puede pedir otro código en {{time}}.',
    ownFirst: 'No inició sesión con el {{mobile}}, por eso necesita un código propio. Pida primero el código a su número y escríbalo.',
    whyBoth:
      'Revise el número antes de continuar: enviamos un código a un solo número distinto del suyo por día. Su código muestra que es usted. Este muestra que el {{mobile}} puede usarse.',
    sendCodeTo: 'Enviar un código al {{mobile}}',
    sendAgainTo: 'Enviar otro código al {{mobile}}',
  },
  sw: {
    title: 'Pesa zinakotumwa',
    refused: 'Pesa hazikuweza kutumwa kwa {{account}}.',
    saveAndOffer: 'Hifadhi na uende kwenye ofa yako',
    sendCode: 'Nitumie msimbo',
    sendAgain: 'Tuma msimbo tena',
    sending: 'Inatuma msimbo',
    sentTo: 'Tunatuma msimbo wa kuthibitisha wa tarakimu 6 kwa SMS kwa {{mobile}}.',
    againIn: 'Unaweza kuomba msimbo mwingine baada ya {{time}}.',
    ownFirst:
      'Hukuingia kwa {{mobile}}, kwa hiyo nambari hiyo inahitaji msimbo wake. Kwanza omba msimbo kwa nambari yako mwenyewe kisha uuandike.',
    whyBoth:
      'Hakikisha nambari kabla ya kubonyeza: tunatuma msimbo wa kuthibitisha kwa nambari moja tu nyingine kwa siku. Msimbo wako unaonyesha kuwa ni wewe. Huu unaonyesha kuwa {{mobile}} inaweza kutumika.',
    sendCodeTo: 'Tuma msimbo kwa {{mobile}}',
    sendAgainTo: 'Tuma msimbo mwingine kwa {{mobile}}',
  },
});
