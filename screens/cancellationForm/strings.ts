import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('cancellationForm', {
  en: {
    title: 'Close my account',
    open: 'A loan is still open. The account can be closed once it is repaid.',
    application: 'An application is still open. It lapses by itself, and nothing is owed.',
    how: 'How it works now',
    howText:
      'Closing by yourself in the app comes with a later release. Until then a person does it for you: write to us from here, and name your reason if you like.',
    howLong: 'It is answered within {{erasureDays}} days.',
    gone: 'What is deleted',
    goneText: 'Your sign-in, what you filled in, and your photos.',
    stays: 'What stays',
    staysText: 'The books of loans you had, for as long as the law asks.',
    logOut: 'Only want to leave this phone?',
    logOutText: 'Log out in Settings: this phone then forgets you, and your account stays.',
    keep: 'Keep my account',
  },
  es: {
    title: 'Cerrar mi cuenta',
    open: 'Todavía tiene un préstamo abierto. La cuenta puede cerrarse cuando esté pagado.',
    application: 'Todavía tiene una solicitud abierta. Caduca sola y no debe nada.',
    how: 'Cómo funciona ahora',
    howText:
      'Cerrarla usted en la aplicación llegará en una próxima versión. Mientras tanto lo hace una persona: escríbanos desde aquí y diga su motivo si quiere.',
    howLong: 'Se responde en {{erasureDays}} días.',
    gone: 'Qué se borra',
    goneText: 'Su acceso, lo que escribió y sus fotos.',
    stays: 'Qué queda',
    staysText: 'La contabilidad de los préstamos que tuvo, el tiempo que pida la ley.',
    logOut: '¿Solo quiere salir de este teléfono?',
    logOutText: 'Salga en Ajustes: este teléfono lo olvida y su cuenta sigue.',
    keep: 'Conservar mi cuenta',
  },
  sw: {
    title: 'Funga akaunti yangu',
    open: 'Bado kuna mkopo ulio wazi. Akaunti inaweza kufungwa ukishalipwa.',
    application: 'Bado kuna maombi yaliyo wazi. Yataisha yenyewe, na hudaiwi chochote.',
    how: 'Inavyofanyika sasa',
    howText:
      'Kufunga mwenyewe ndani ya programu kunakuja kwenye toleo lijalo. Hadi hapo mtu atakufanyia: tuandikie kutoka hapa, na utaje sababu ukipenda.',
    howLong: 'Hujibiwa ndani ya siku {{erasureDays}}.',
    gone: 'Kinachofutwa',
    goneText: 'Njia yako ya kuingia, ulichojaza, na picha zako.',
    stays: 'Kinachobaki',
    staysText: 'Hesabu za mikopo uliyokuwa nayo, kwa muda sheria inavyotaka.',
    logOut: 'Unataka kuondoka kwenye simu hii tu?',
    logOutText: 'Toka kwenye Mipangilio: simu hii itakusahau, na akaunti yako itabaki.',
    keep: 'Baki na akaunti yangu',
  },
});
