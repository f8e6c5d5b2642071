import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('aboutUs', {
  en: {
    title: 'About us',
    intro: '{{app}} offers short-term personal loans to adults in Kenya who have a monthly income.',
    lend: 'What we lend',
    how: 'How we work',
    privacy: 'We do not give your data to anyone who wants to sell you something. We never call your contacts about your debt.',
  },
  es: {
    title: 'Sobre nosotros',
    intro: '{{app}} ofrece préstamos personales a corto plazo a adultos en Kenia con ingresos mensuales.',
    lend: 'Qué prestamos',
    how: 'Cómo trabajamos',
    privacy: 'No damos sus datos a nadie que quiera venderle algo. Nunca llamamos a sus contactos por su deuda.',
  },
  sw: {
    title: 'Kuhusu sisi',
    intro: '{{app}} inatoa mikopo binafsi ya muda mfupi kwa watu wazima nchini Kenya wenye mapato ya kila mwezi.',
    lend: 'Tunachokopesha',
    how: 'Tunavyofanya kazi',
    privacy: 'Hatumpi data yako mtu yeyote anayetaka kukuuzia kitu. Hatuwapigii simu watu wako kamwe kuhusu deni lako.',
  },
});
