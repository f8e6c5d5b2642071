import { defineStrings } from '#src/i18n/index.ts';

export const companyText = defineStrings('company', {
  en: {
    title: 'Who lends',
    name: 'Company',
    address: 'Address',
    licence: 'Licence',
    regulator: 'Licensed by',
    complaints: 'Complaints about us',
    dataOfficer: 'Data protection officer',
    since: 'In force since',
  },
  es: {
    title: 'Quién presta',
    name: 'Empresa',
    address: 'Dirección',
    licence: 'Licencia',
    regulator: 'Otorgada por',
    complaints: 'Quejas sobre nosotros',
    dataOfficer: 'Oficial de protección de datos',
    since: 'En vigor desde el',
  },
  sw: {
    title: 'Nani anakopesha',
    name: 'Kampuni',
    address: 'Anwani',
    licence: 'Leseni',
    regulator: 'Imetolewa na',
    complaints: 'Malalamiko kutuhusu',
    dataOfficer: 'Afisa wa ulinzi wa data',
    since: 'Inatumika tangu',
  },
});
