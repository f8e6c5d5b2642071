import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('openApp', {
  en: {
    title: 'Open the app',
    intro: 'You need nothing else: this page is the whole app.',
    here: 'It works here',
    hereText: 'Applying, taking photos, getting the money and paying all work in this window, in the app on your phone and in a browser.',
    inApp: 'In the phone’s app',
    inAppText:
      'If you have our app, it opens these same pages, fills in your sign-in for you, and can open your phone book when you add a contact.',
    same: 'Your application is the same',
    sameText: 'Sign in with the same number, and you go on at the same step.',
    go: 'Go on here',
  },
  es: {
    title: 'Abrir la aplicación',
    intro: 'No necesita nada más: esta página es toda la aplicación.',
    here: 'Funciona aquí',
    hereText:
      'Solicitar, tomar fotos, recibir el dinero y pagar funcionan en esta ventana, en la aplicación de su teléfono y en un navegador.',
    inApp: 'En la aplicación del teléfono',
    inAppText: 'Si tiene nuestra aplicación, abre estas mismas páginas, entra por usted y puede abrir su agenda cuando añade un contacto.',
    same: 'Su solicitud es la misma',
    sameText: 'Entre con el mismo número y seguirá en el mismo paso.',
    go: 'Continuar aquí',
  },
  sw: {
    title: 'Fungua programu',
    intro: 'Huhitaji kitu kingine: ukurasa huu ndio programu nzima.',
    here: 'Inafanya kazi hapa',
    hereText:
      'Kuomba, kupiga picha, kupata pesa na kulipa vyote vinafanya kazi kwenye dirisha hili, kwenye programu ya simu yako na kwenye kivinjari.',
    inApp: 'Kwenye programu ya simu',
    inAppText: 'Ukiwa na programu yetu, inafungua kurasa hizi hizi, inakuingiza yenyewe, na inaweza kufungua anwani zako unapoongeza mtu.',
    same: 'Maombi yako ni yale yale',
    sameText: 'Ingia kwa namba ile ile, na utaendelea kwenye hatua ile ile.',
    go: 'Endelea hapa',
  },
});
