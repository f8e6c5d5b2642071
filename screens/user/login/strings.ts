import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('login', {
  en: {
    title: 'Sign in',
    intro: 'We send a code to your mobile number. You do not need a password.',
    looking: 'Looking for your number',
    newHere: 'New here?',
    register: 'Register',
    registerNote: 'It takes a minute',
    country: 'Country',
    kenya: 'Kenya, +254',
    opening: 'Opening sign-in on your phone',
  },
  es: {
    title: 'Iniciar sesión',
    intro: 'Enviamos un código a su número de celular. No hay contraseña que recordar.',
    looking: 'Buscando su número',
    newHere: '¿Es nuevo aquí?',
    register: 'Registrarse',
    registerNote: 'Tarda un minuto',
    country: 'País',
    kenya: 'Kenia, +254',
    opening: 'Abriendo el inicio de sesión en su teléfono',
  },
  sw: {
    title: 'Ingia',
    intro: 'Tunatuma msimbo kwa nambari yako ya simu. Hakuna nenosiri la kukumbuka.',
    looking: 'Tunatafuta nambari yako',
    newHere: 'Wewe ni mgeni hapa?',
    register: 'Jisajili',
    registerNote: 'Huchukua dakika moja',
    country: 'Nchi',
    kenya: 'Kenya, +254',
    opening: 'Inafungua sehemu ya kuingia kwenye simu yako',
  },
});
