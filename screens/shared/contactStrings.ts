import { defineStrings } from '#src/i18n/index.ts';

export const contactText = defineStrings('contact', {
  en: {
    title: 'Write to a person',
    email: 'Email',
    emailWhat: 'email address',
    order: 'Your loan number, for the message',
    orderWhat: 'loan number',
    hours: 'We read it Monday to Friday, {{from}} to {{to}}.',
    never: 'We never ask for your PIN or for a code from an SMS.',
  },
  es: {
    title: 'Escriba a una persona',
    email: 'Correo electrónico',
    emailWhat: 'la dirección de correo',
    order: 'Su número de préstamo, para el mensaje',
    orderWhat: 'el número de préstamo',
    hours: 'Se lee de lunes a viernes, de {{from}} a {{to}}.',
    never: 'Nunca pedimos su PIN ni un código recibido por SMS.',
  },
  sw: {
    title: 'Mwandikie mtu',
    email: 'Barua pepe',
    emailWhat: 'anwani ya barua pepe',
    order: 'Nambari ya mkopo wako, kwa ujumbe',
    orderWhat: 'nambari ya mkopo',
    hours: 'Husomwa Jumatatu hadi Ijumaa, {{from}} hadi {{to}}.',
    never: 'Hatuombi kamwe PIN yako wala msimbo kutoka kwa SMS.',
  },
});
