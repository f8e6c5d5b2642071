import { defineFirstTexts } from '#src/i18n/firstPaint.ts';

export const mobileText = defineFirstTexts({
  en: { mobile: 'Mobile number', hint: 'The number you use for M-PESA', send: 'Send me a code', sending: 'Sending' },
  es: { mobile: 'Número de celular', hint: 'El número que usa para M-PESA', send: 'Enviarme un código', sending: 'Enviando' },
  sw: { mobile: 'Nambari ya simu', hint: 'Nambari unayotumia kwa M-PESA', send: 'Nitumie msimbo wa kuthibitisha', sending: 'Inatuma' },
});
