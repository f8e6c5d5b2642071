import { defineFirstTexts } from '#src/i18n/firstPaint.ts';

export const text = defineFirstTexts({
  en: {
    news: 'There is news about your loan',
    newsText: 'This version of the app cannot show it yet. Close the app and open it again, or write to us.',
  },
  es: {
    news: 'Hay novedades sobre su préstamo',
    newsText: 'Esta versión de la aplicación aún no puede mostrarlas. Cierre la aplicación y ábrala de nuevo, o escríbanos.',
  },
  sw: {
    news: 'Kuna habari kuhusu mkopo wako',
    newsText: 'Toleo hili la programu haliwezi kuzionyesha bado. Funga programu uifungue tena, au utuandikie.',
  },
});
