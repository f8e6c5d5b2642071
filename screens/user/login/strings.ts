import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('login', {
  en: {
    title: 'Sign in',
    intro: 'We send a code to your mobile number. There is no password to remember.',
    looking: 'Looking for your number',
    newHere: 'New here?',
    register: 'Register',
    registerNote: 'It takes a minute',
    country: 'Country: {{name}}, +{{code}}',
    kenya: 'Kenya',
    opening: 'Opening sign-in on your phone',
  },
  es: {
    title: 'Entrar',
    intro: 'Enviamos un código a su número de móvil. No hay contraseña que recordar.',
    looking: 'Buscando su número',
    newHere: '¿Es nuevo aquí?',
    register: 'Registrarse',
    registerNote: 'Tarda un minuto',
    country: 'País: {{name}}, +{{code}}',
    kenya: 'Kenia',
    opening: 'Abriendo la entrada en su teléfono',
  },
  sw: {
    title: 'Ingia',
    intro: 'Tunatuma msimbo wa kuthibitisha kwa simu yako. Hakuna nenosiri la kukumbuka.',
    looking: 'Tunatafuta namba yako',
    newHere: 'Wewe ni mgeni hapa?',
    register: 'Jisajili',
    registerNote: 'Huchukua dakika moja',
    country: 'Nchi: {{name}}, +{{code}}',
    kenya: 'Kenya',
    opening: 'Inafungua sehemu ya kuingia kwenye simu yako',
  },
});
