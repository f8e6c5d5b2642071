import { defineFirstTexts } from '#src/i18n/firstPaint.ts';

export const appText = defineFirstTexts({
  en: { broken: 'Something went wrong', reload: 'Reload', notLoaded: 'This page did not load', tryAgain: 'Try again', loading: 'Loading' },
  es: {
    broken: 'Algo salió mal',
    reload: 'Recargar',
    notLoaded: 'Esta página no se cargó',
    tryAgain: 'Intentar de nuevo',
    loading: 'Cargando',
  },
  sw: {
    broken: 'Hitilafu imetokea',
    reload: 'Pakia upya',
    notLoaded: 'Ukurasa huu haukuweza kupakiwa',
    tryAgain: 'Jaribu tena',
    loading: 'Inapakia',
  },
});
