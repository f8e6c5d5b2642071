import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('nation', {
  en: {
    title: 'Country',
    kenya: 'Kenya',
    note: 'Numbers starting with +{{code}}, amounts in Kenya shillings, M-PESA and Kenyan banks',
    only: 'We lend in Kenya only. You need a Kenyan mobile number and a Kenyan national ID.',
    back: 'Continue with {{country}}',
    again: 'Check again',
  },
  es: {
    title: 'País',
    kenya: 'Kenia',
    note: 'Números que empiezan con +{{code}}, montos en chelines kenianos, M-PESA y bancos de Kenia',
    only: 'Solo prestamos en Kenia. Necesita un número de celular y un documento de identidad kenianos.',
    back: 'Continuar con {{country}}',
    again: 'Consultar de nuevo',
  },
  sw: {
    title: 'Nchi',
    kenya: 'Kenya',
    note: 'Nambari zinazoanza na +{{code}}, kiasi kwa shilingi za Kenya, M-PESA na benki za Kenya',
    only: 'Tunakopesha nchini Kenya pekee. Unahitaji nambari ya simu ya Kenya na kitambulisho cha taifa cha Kenya.',
    back: 'Endelea na {{country}}',
    again: 'Angalia tena',
  },
});
