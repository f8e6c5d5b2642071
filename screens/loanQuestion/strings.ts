import { defineStrings } from '#src/i18n/index.ts';

export const strings = defineStrings('loanQuestion', {
  en: { title: 'Your credit history', progress: '{{answered}} of {{all}} answered' },
  es: { title: 'Su historial de crédito', progress: '{{answered}} de {{all}} respondidas' },
  sw: { title: 'Historia yako ya mikopo', progress: '{{answered}} kati ya {{all}} yamejibiwa' },
});
