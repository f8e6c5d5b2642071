import { defineFirstTexts } from '#src/i18n/firstPaint.ts';

export const text = defineFirstTexts({
  en: { seenAt: 'As of {{when}}. Checking for changes.' },
  es: { seenAt: 'Datos del {{when}}. Comprobando si hay cambios.' },
  sw: { seenAt: 'Hali ya {{when}}. Tunaangalia mabadiliko.' },
});
