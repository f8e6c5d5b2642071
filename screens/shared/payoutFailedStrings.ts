import { defineFirstTexts } from '#src/i18n/firstPaint.ts';

/** On home and on the page of repayment. */
export const text = defineFirstTexts({
  en: {
    notSent: 'Not sent',
    notAccepted: '{{account}} did not accept the money',
    stillWithUs: 'We tried to send {{amount}} to {{account}}. We still have it, and interest has not started.',
    editMpesa: 'Edit M-PESA number',
    editBank: 'Edit bank account',
  },
  es: {
    notSent: 'No enviado',
    notAccepted: '{{account}} no aceptó el dinero',
    stillWithUs: 'Intentamos enviar {{amount}} a {{account}}. El dinero sigue con nosotros y no corren intereses.',
    editMpesa: 'Corregir el número M-PESA',
    editBank: 'Corregir la cuenta bancaria',
  },
  sw: {
    notSent: 'Pesa hazijatumwa',
    notAccepted: '{{account}} haikupokea pesa',
    stillWithUs: 'Tulijaribu kutuma {{amount}} kwa {{account}}. Bado tunazo, na riba haijaanza.',
    editMpesa: 'Rekebisha nambari ya M-PESA',
    editBank: 'Rekebisha akaunti ya benki',
  },
});
