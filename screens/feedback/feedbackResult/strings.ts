import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('feedbackResult', {
  en: {
    title: 'Your message was sent',
    text_one: 'A person will answer within {{count}} working day. You will find the answer under your messages, with a red dot.',
    text_other: 'A person will answer within {{count}} working days. You will find the answer under your messages, with a red dot.',
    number: 'Message number, if you write to us elsewhere',
    numberWhat: 'message number',
    open: 'Open the message',
    none: 'Messages',
    noneText: 'Nothing was sent from this page.',
    back: 'Your messages',
  },
  es: {
    title: 'Se envió su mensaje',
    text_one: 'Una persona responderá en un plazo de {{count}} día hábil. Verá la respuesta en sus mensajes, con un punto rojo.',
    text_other: 'Una persona responderá en un plazo de {{count}} días hábiles. Verá la respuesta en sus mensajes, con un punto rojo.',
    number: 'Número del mensaje, por si nos escribe por otro medio',
    numberWhat: 'el número del mensaje',
    open: 'Abrir el mensaje',
    none: 'Mensajes',
    noneText: 'Desde esta página no se envió nada.',
    back: 'Sus mensajes',
  },
  sw: {
    title: 'Ujumbe wako umetumwa',
    text_one: 'Mtu atajibu ndani ya siku {{count}} ya kazi. Utapata jibu kwenye ujumbe wako, lenye nukta nyekundu.',
    text_other: 'Mtu atajibu ndani ya siku {{count}} za kazi. Utapata jibu kwenye ujumbe wako, lenye nukta nyekundu.',
    number: 'Nambari ya ujumbe, ukituandikia kwingine',
    numberWhat: 'nambari ya ujumbe',
    open: 'Fungua ujumbe',
    none: 'Ujumbe',
    noneText: 'Hakuna kilichotumwa kutoka ukurasa huu.',
    back: 'Ujumbe wako',
  },
});
