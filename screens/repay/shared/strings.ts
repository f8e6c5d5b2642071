import { defineStrings } from '#src/i18n/index.ts';

/** Paying by hand at M-PESA's menu. */
export const paybillText = defineStrings('paybill', {
  en: {
    open: 'Open M-PESA, then Pay Bill, and use:',
    business: 'Business number',
    businessWhat: 'business number',
    account: 'Account number',
    accountWhat: 'account number',
    amount: 'Amount',
    amountWhat: 'amount',
  },
  es: {
    open: 'Abra M-PESA, luego Pay Bill, y use:',
    business: 'Número de empresa',
    businessWhat: 'el número de empresa',
    account: 'Número de cuenta',
    accountWhat: 'el número de cuenta',
    amount: 'Monto',
    amountWhat: 'el monto',
  },
  sw: {
    open: 'Fungua M-PESA, kisha Pay Bill, na utumie:',
    business: 'Nambari ya biashara',
    businessWhat: 'nambari ya biashara',
    account: 'Nambari ya akaunti',
    accountWhat: 'nambari ya akaunti',
    amount: 'Kiasi',
    amountWhat: 'kiasi',
  },
});
