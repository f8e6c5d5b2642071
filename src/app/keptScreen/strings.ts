import { defineFirstTexts } from '#src/i18n/firstPaint.ts';

export const text = defineFirstTexts({
  en: { seenAt: 'What you see is from {{when}}. We are checking for changes.' },
  es: { seenAt: 'Lo que ve es del {{when}}. Estamos comprobando si hay cambios.' },
  sw: { seenAt: 'Unachoona ni cha {{when}}. Tunaangalia kama kuna mabadiliko.' },
});
