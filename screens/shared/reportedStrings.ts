import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('reported', {
  en: {
    title: 'Being checked',
    checking:
      'M-PESA told us about a payment of {{amount}}. We are checking it. It counts once M-PESA has confirmed it. Please do not pay again.',
    held: 'M-PESA told us about a payment of {{amount}}. A person is checking it. It does not count yet. Please do not pay again.',
  },
  es: {
    title: 'En revisión',
    checking:
      'M-PESA nos informó de un pago de {{amount}}. Lo estamos revisando. Cuenta en cuanto M-PESA lo confirme. No pague otra vez, por favor.',
    held: 'M-PESA nos informó de un pago de {{amount}}. Lo revisa una persona. Aún no cuenta. No pague otra vez, por favor.',
  },
  sw: {
    title: 'Malipo yanakaguliwa',
    checking: 'M-PESA imetuambia kuhusu malipo ya {{amount}}. Tunayakagua. Yatahesabiwa M-PESA ikiyathibitisha. Tafadhali usilipe tena.',
    held: 'M-PESA imetuambia kuhusu malipo ya {{amount}}. Mtu anayakagua. Bado hayajahesabiwa. Tafadhali usilipe tena.',
  },
});
