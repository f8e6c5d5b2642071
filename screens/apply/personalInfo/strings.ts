import { defineStrings } from '#src/i18n/index.ts';

export const strings = defineStrings('personalInfo', {
  en: { title: 'Personal information' },
  es: { title: 'Información personal' },
  sw: { title: 'Taarifa binafsi' },
});
