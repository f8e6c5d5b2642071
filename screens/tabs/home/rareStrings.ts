import { defineFirstTexts } from '#src/i18n/firstPaint.ts';

/** Texts of home for rare statuses. */
export const text = defineFirstTexts({
  en: {
    news: 'There is news about your loan',
    newsText: 'This version of the app cannot show it yet. Close the app and open it again, or write to us.',
    notSent: 'Not sent',
    notAccepted: '{{account}} did not accept the money',
    stillWithUs: 'We tried to send {{amount}} to {{account}}. We still have it, and interest has not started.',
    editMpesa: 'Edit M-PESA number',
    editBank: 'Edit bank account',
  },
  es: {
    news: 'Hay novedades sobre su préstamo',
    newsText: 'Esta versión de la aplicación aún no puede mostrarlas. Cierre la aplicación y ábrala de nuevo, o escríbanos.',
    notSent: 'No enviado',
    notAccepted: '{{account}} no aceptó el dinero',
    stillWithUs: 'Intentamos enviar {{amount}} a {{account}}. El dinero sigue con nosotros y no corren intereses.',
    editMpesa: 'Corregir el número M-PESA',
    editBank: 'Corregir la cuenta bancaria',
  },
  sw: {
    news: 'Kuna habari kuhusu mkopo wako',
    newsText: 'Toleo hili la programu haliwezi kuzionyesha bado. Funga programu uifungue tena, au utuandikie.',
    notSent: 'Pesa hazijatumwa',
    notAccepted: '{{account}} haikupokea pesa',
    stillWithUs: 'Tulijaribu kutuma {{amount}} kwa {{account}}. Bado tunazo, na riba haijaanza.',
    editMpesa: 'Rekebisha nambari ya M-PESA',
    editBank: 'Rekebisha akaunti ya benki',
  },
});
