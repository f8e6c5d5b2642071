import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('language', {
  en: {
    title: 'Language',
    choose: 'Choose your language',
    note: 'The app changes at once. Messages from the lender change with the next answer. SMS about a loan stay in the language in which you applied for it.',
  },
  es: {
    title: 'Idioma',
    choose: 'Elija su idioma',
    note: 'La aplicación cambia al momento. Los textos del prestamista cambian con la siguiente respuesta. Los SMS sobre un préstamo siguen en el idioma en que lo solicitó.',
  },
  sw: {
    title: 'Lugha',
    choose: 'Chagua lugha yako',
    note: 'Programu inabadilika mara moja. Maandishi ya mkopeshaji yatafuata kwa jibu lijalo. SMS kuhusu mkopo hubaki katika lugha uliyotumia kuuomba.',
  },
});
