import { defineFirstTexts } from '#src/i18n/firstPaint.ts';

export const text = defineFirstTexts({
  en: {
    title: 'Is this your number?',
    what: 'Others have asked for codes to {{number}}. Type the newest code that we sent to this number, even if you did not ask for it. Then we send one for this phone.',
    never: 'The code that you type here signs nobody in. Type it only here, and never tell it to anyone.',
    label: 'Newest code from our SMS',
    hint: '6 digits, from the last {{hours}} hours',
    send: 'Send me my own code',
  },
  es: {
    title: '¿Es suyo este número?',
    what: 'Otras personas han pedido códigos para el {{number}}. Escriba el código más reciente que enviamos a este número, aunque usted no lo haya pedido. Después enviamos uno para este teléfono.',
    never: 'El código que escribe aquí no inicia la sesión de nadie. Escríbalo solo aquí y no se lo diga a nadie.',
    label: 'Código más reciente de nuestros SMS',
    hint: '6 dígitos, de las últimas {{hours}} horas',
    send: 'Enviarme mi propio código',
  },
  sw: {
    title: 'Je, nambari hii ni yako?',
    what: 'Watu wengine wameomba misimbo kwa {{number}}. Andika msimbo wa kuthibitisha wa mwisho tuliotuma kwa nambari hii, hata kama hukuuomba wewe. Kisha tutatuma mmoja kwa ajili ya simu hii.',
    never: 'Msimbo unaoandika hapa haumwingizi mtu yeyote. Uandike hapa tu, na usimwambie mtu yeyote.',
    label: 'Msimbo wa mwisho ulio kwenye SMS zetu',
    hint: 'Tarakimu 6, za saa {{hours}} zilizopita',
    send: 'Nitumie msimbo wangu',
  },
});
