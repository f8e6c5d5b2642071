import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('agreement', {
  en: {
    title: 'Loan agreement',
    failed: 'The agreement could not be loaded',
    version: 'Version {{version}}',
    back: 'Back',
  },
  es: {
    title: 'Contrato de préstamo',
    failed: 'No se pudo cargar el contrato',
    version: 'Versión {{version}}',
    back: 'Atrás',
  },
  sw: {
    title: 'Mkataba wa mkopo',
    failed: 'Mkataba haukuweza kupakiwa',
    version: 'Toleo {{version}}',
    back: 'Rudi',
  },
});
