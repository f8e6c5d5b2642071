import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('idNumber', {
  en: {
    title: 'Is this your account?',
    what: 'Type the ID number that you gave us with your loan application. If it is the one in your account, we send a code to {{number}}.',
    never: 'If you have not given us an ID number yet, type the one on your own card. We only compare it and do not keep it.',
    label: 'National ID number',
    hint: 'The digits on the front of your ID',
    missing: 'Please enter the ID number',
    send: 'Send me the code',
  },
  es: {
    title: '¿Es suya esta cuenta?',
    what: 'Escriba el número del documento de identidad que nos dio con su solicitud de préstamo. Si es el de su cuenta, enviamos un código al {{number}}.',
    never:
      'Si todavía no nos ha dado un número de documento de identidad, escriba el de su propia tarjeta. Solo lo comparamos y no lo guardamos.',
    label: 'Número del documento de identidad',
    hint: 'Los dígitos del frente de su documento de identidad',
    missing: 'Escriba el número del documento de identidad',
    send: 'Enviarme el código',
  },
  sw: {
    title: 'Je, akaunti hii ni yako?',
    what: 'Andika nambari ya kitambulisho uliyotupa ulipoomba mkopo. Ikiwa ndiyo iliyo kwenye akaunti yako, tutatuma msimbo wa kuthibitisha kwa {{number}}.',
    never: 'Ikiwa bado hujatupa nambari ya kitambulisho, andika ile iliyo kwenye kitambulisho chako. Tunailinganisha tu, hatuihifadhi.',
    label: 'Nambari ya kitambulisho cha taifa',
    hint: 'Tarakimu zilizo upande wa mbele wa kitambulisho chako',
    missing: 'Tafadhali andika nambari ya kitambulisho',
    send: 'Nitumie msimbo',
  },
});
