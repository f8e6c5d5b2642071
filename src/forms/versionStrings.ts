import { defineStrings } from '#src/i18n/index.ts';

/** Words about a section that was changed in two places. */
export const versionText = defineStrings('versions', {
  en: {
    title: 'Saved on another device',
    why: 'This part was saved on another device on {{when}}. Nothing of yours was sent. Which one counts?',
    here: 'On this phone',
    there: 'On the other device',
    nothing: 'Nothing',
    takeNewer: 'Use the other one',
    keepOwn: 'Keep what is on this phone',
    updated: 'Updated in another window: {{fields}}',
    kept: 'Changed in another window to “{{value}}”: {{field}}. What you are typing here stays.',
  },
  es: {
    title: 'Guardado en otro dispositivo',
    why: 'Esta parte se guardó en otro dispositivo el {{when}}. No se envió nada suyo. ¿Cuál vale?',
    here: 'En este teléfono',
    there: 'En el otro dispositivo',
    nothing: 'Nada',
    takeNewer: 'Usar lo del otro',
    keepOwn: 'Conservar lo de este teléfono',
    updated: 'Actualizado en otra ventana: {{fields}}',
    kept: 'Cambiado en otra ventana a «{{value}}»: {{field}}. Lo que escribe aquí se queda.',
  },
  sw: {
    title: 'Imehifadhiwa kwenye kifaa kingine',
    why: 'Sehemu hii ilihifadhiwa kwenye kifaa kingine {{when}}. Hakuna chako kilichotumwa. Ipi itumike?',
    here: 'Kwenye simu hii',
    there: 'Kwenye kifaa kingine',
    nothing: 'Hakuna',
    takeNewer: 'Tumia ile nyingine',
    keepOwn: 'Baki na ya simu hii',
    updated: 'Imesasishwa kwenye dirisha lingine: {{fields}}',
    kept: 'Imebadilishwa kwenye dirisha lingine kuwa “{{value}}”: {{field}}. Unachoandika hapa kinabaki.',
  },
});
