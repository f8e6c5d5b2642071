import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('language', {
  en: {
    title: 'Language',
    choose: 'Choose your language',
    note: 'The app changes at once. Messages from the lender change with the next answer.',
    smsToo: 'From then on we write your SMS in this language too.',
    smsOnceSignedIn: 'Once you sign in, we write your SMS in this language too.',
  },
  es: {
    title: 'Idioma',
    choose: 'Elija su idioma',
    note: 'La aplicación cambia al momento. Los textos del prestamista cambian con la siguiente respuesta.',
    smsToo: 'Desde entonces también le escribimos los SMS en este idioma.',
    smsOnceSignedIn: 'Cuando inicie sesión, también le escribiremos los SMS en este idioma.',
  },
  sw: {
    title: 'Lugha',
    choose: 'Chagua lugha yako',
    note: 'Programu inabadilika mara moja. Maandishi ya mkopeshaji yatafuata kwa jibu lijalo.',
    smsToo: 'Kuanzia hapo tutakuandikia SMS zako pia kwa lugha hii.',
    smsOnceSignedIn: 'Ukishaingia, tutakuandikia SMS zako pia kwa lugha hii.',
  },
});
