import { defineStrings } from '#src/i18n/index.ts';

export const codeText = defineStrings('code', {
  en: {
    title: 'Enter the code',
    label: 'Code from our text',
    sentTo: 'We sent 6 digits to {{number}}. Never tell them to anyone, not even to us.',
    confirm: 'Confirm the code',
    checking: 'Checking',
    sending: 'Sending',
    again: 'Send the code again',
    in: 'in {{time}}',
    otherNumber: 'Use another number',
  },
  es: {
    title: 'Escriba el código',
    label: 'Código de nuestro mensaje',
    sentTo: 'Enviamos 6 dígitos al {{number}}. No se los diga a nadie, tampoco a nosotros.',
    confirm: 'Confirmar el código',
    checking: 'Comprobando',
    sending: 'Enviando',
    again: 'Enviar el código otra vez',
    in: 'en {{time}}',
    otherNumber: 'Usar otro número',
  },
  sw: {
    title: 'Andika namba ya siri',
    label: 'Namba kutoka kwa ujumbe wetu',
    sentTo: 'Tumetuma tarakimu 6 kwa {{number}}. Usimwambie mtu yeyote, hata sisi.',
    confirm: 'Thibitisha namba',
    checking: 'Inakagua',
    sending: 'Inatuma',
    again: 'Tuma namba tena',
    in: 'baada ya {{time}}',
    otherNumber: 'Tumia namba nyingine ya simu',
  },
});
