import { defineStrings } from '#src/i18n/index.ts';

export const strings = defineStrings('bankAccount', {
  en: {
    title: 'Where we send the money',
    refused: 'The money could not be sent to {{account}}.',
    saveAndOffer: 'Save and go to your offer',
    sendCode: 'Send me a code',
    sendAgain: 'Send the code again',
    sending: 'Sending the code',
    sentTo: 'We text a 6-digit code to {{mobile}}.',
    againIn: 'You can ask for another code in {{time}}.',
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
  },
  sw: {
    title: 'Tunapotuma pesa',
    refused: 'Pesa hazikuweza kutumwa kwa {{account}}.',
    saveAndOffer: 'Hifadhi na uende kwenye ofa yako',
    sendCode: 'Nitumie msimbo',
    sendAgain: 'Tuma msimbo tena',
    sending: 'Inatuma msimbo',
    sentTo: 'Tunatuma msimbo wa tarakimu 6 kwa SMS kwa {{mobile}}.',
    againIn: 'Unaweza kuomba msimbo mwingine baada ya {{time}}.',
  },
});
