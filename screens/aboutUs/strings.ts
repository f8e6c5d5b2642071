import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('aboutUs', {
  en: {
    title: 'About us',
    intro: '{{app}} offers short personal loans to adults in Kenya who have a monthly income.',
    lend: 'What we lend',
    lendText: 'From {{min}} to {{max}}, for {{days}} days. A first loan is at most {{first}}.',
    costText:
      'Interest is {{interest}} a year, the processing fee {{fee}} once, with {{tax}} tax on the fee. With everything included, no loan costs more than {{cap}} a year.',
    how: 'How we work',
    howText: 'You see every cost before you agree to anything. Nothing is sent, and nothing is owed, before you say yes.',
    privacy: 'Your data goes to nobody who wants to sell you something. We never call your contacts about your debt.',
  },
  es: {
    title: 'Sobre nosotros',
    intro: '{{app}} ofrece préstamos personales cortos a adultos en Kenia con ingresos mensuales.',
    lend: 'Qué prestamos',
    lendText: 'De {{min}} a {{max}}, por {{days}} días. El primer préstamo es como máximo de {{first}}.',
    costText:
      'El interés es del {{interest}} al año, la comisión de gestión del {{fee}} una vez, con un impuesto del {{tax}} sobre la comisión. Con todo incluido, ningún préstamo cuesta más del {{cap}} al año.',
    how: 'Cómo trabajamos',
    howText: 'Usted ve cada costo antes de aceptar nada. No se envía ni se debe nada antes de que diga que sí.',
    privacy: 'Sus datos no van a nadie que quiera venderle algo. Nunca llamamos a sus contactos por su deuda.',
  },
  sw: {
    title: 'Kuhusu sisi',
    intro: '{{app}} inatoa mikopo midogo ya binafsi kwa watu wazima nchini Kenya wenye mapato ya kila mwezi.',
    lend: 'Tunachokopesha',
    lendText: 'Kuanzia {{min}} hadi {{max}}, kwa siku {{days}}. Mkopo wa kwanza hauzidi {{first}}.',
    costText:
      'Riba ni {{interest}} kwa mwaka, ada ya kushughulikia {{fee}} mara moja, na kodi ya {{tax}} juu ya ada. Kwa jumla, hakuna mkopo unaogharimu zaidi ya {{cap}} kwa mwaka.',
    how: 'Tunavyofanya kazi',
    howText: 'Unaona kila gharama kabla ya kukubali chochote. Hakuna kinachotumwa wala kudaiwa kabla useme ndiyo.',
    privacy: 'Data yako haiendi kwa yeyote anayetaka kukuuzia kitu. Hatuwapigii simu watu wako kamwe kuhusu deni lako.',
  },
});
