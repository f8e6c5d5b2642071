import { defineStrings } from '#src/i18n/index.ts';

export const strings = defineStrings('bankAccount', {
  en: {
    title: 'Where we send the money',
    refused: 'The money could not be sent to {{account}}.',
    saveAndOffer: 'Save and go to your offer',
    sendCode: 'Send me a code',
    sendAgain: 'Send the code again',
    sending: 'Sending the code',
    sentTo: 'We send a 6-digit code by SMS to {{mobile}}.',
    againIn: 'You can ask for another code in {{time}}.',
    whyBoth:
      'You did not sign in with this number, so we send a code to each number: one shows that it is you, the other that this number may be used.',
    sendCodeTo: 'Send a code to {{mobile}}',
    sendAgainTo: 'Send another code to {{mobile}}',
  },
  es: {
    title: 'Adónde enviamos el dinero',
    refused: 'No se pudo enviar el dinero a {{account}}.',
    saveAndOffer: 'Guardar e ir a su oferta',
    sendCode: 'Enviarme un código',
    sendAgain: 'Enviar el código otra vez',
    sending: 'Enviando el código',
    sentTo: 'Enviamos un código de 6 dígitos por SMS al {{mobile}}.',
    againIn: 'Puede pedir otro código en {{time}}.',
    whyBoth:
      'No inició sesión con este número, por eso enviamos un código a cada uno: uno muestra que es usted, el otro que este número puede usarse.',
    sendCodeTo: 'Enviar un código al {{mobile}}',
    sendAgainTo: 'Enviar otro código al {{mobile}}',
  },
  sw: {
    title: 'Mahali tunapotuma pesa',
    refused: 'Pesa hazikuweza kutumwa kwa {{account}}.',
    saveAndOffer: 'Hifadhi na uende kwenye ofa yako',
    sendCode: 'Nitumie msimbo',
    sendAgain: 'Tuma msimbo tena',
    sending: 'Inatuma msimbo',
    sentTo: 'Tunatuma msimbo wa kuthibitisha wa tarakimu 6 kwa SMS kwa {{mobile}}.',
    againIn: 'Unaweza kuomba msimbo mwingine baada ya {{time}}.',
    whyBoth:
      'Hukuingia kwa nambari hii, kwa hiyo tunatuma msimbo wa kuthibitisha kwa kila nambari: mmoja unaonyesha kuwa ni wewe, mwingine kuwa nambari hii inaweza kutumika.',
    sendCodeTo: 'Tuma msimbo kwa {{mobile}}',
    sendAgainTo: 'Tuma msimbo mwingine kwa {{mobile}}',
  },
});
