import { defineStrings } from '#src/i18n/index.ts';

export const cardText = defineStrings('cardForm', {
  en: {
    title: 'Authorise a bank card',
    intro:
      'Your bank confirms to us that the card is yours and works. You are not charged. In return we take {{amount}} off what you owe, once.',
    number: 'Card number',
    validTo: 'Valid to',
    validToHint: 'Month and year, as on the card: 09/28',
    cvc: 'Security code (optional)',
    cvcHint: 'Three digits on the back',
    numberWrong: 'Enter the card number: 12 to 19 digits',
    authorise: 'Authorise the card',
    asking: 'Checking with your bank',
    kept: 'We keep only the last four digits. The coupon is taken off your loan and never paid out. You can continue without a card.',
  },
  es: {
    title: 'Autorizar una tarjeta bancaria',
    intro:
      'Su banco nos confirma que la tarjeta es suya y funciona. No se cobra nada. A cambio descontamos {{amount}} de lo que debe, una sola vez.',
    number: 'Número de la tarjeta',
    validTo: 'Válida hasta',
    validToHint: 'Mes y año, como en la tarjeta: 09/28',
    cvc: 'Código de seguridad (opcional)',
    cvcHint: 'Tres dígitos en el reverso',
    numberWrong: 'Escriba el número de la tarjeta: de 12 a 19 dígitos',
    authorise: 'Autorizar la tarjeta',
    asking: 'Consultando a su banco',
    kept: 'Solo guardamos los últimos cuatro dígitos. El cupón se descuenta de su préstamo y nunca se paga en dinero. Puede continuar sin tarjeta.',
  },
  sw: {
    title: 'Idhinisha kadi ya benki',
    intro:
      'Benki yako inatuambia kuwa kadi ni yako na inafanya kazi. Hakuna kinachotozwa. Kwa hilo tunapunguza {{amount}} kwenye deni lako, mara moja.',
    number: 'Nambari ya kadi',
    validTo: 'Inatumika hadi',
    validToHint: 'Mwezi na mwaka, kama kwenye kadi: 09/28',
    cvc: 'Msimbo wa usalama wa kadi (si lazima)',
    cvcHint: 'Tarakimu tatu kwenye upande wa nyuma wa kadi',
    numberWrong: 'Andika nambari ya kadi: tarakimu 12 hadi 19',
    authorise: 'Idhinisha kadi',
    asking: 'Tunauliza benki yako',
    kept: 'Tunahifadhi tarakimu nne za mwisho tu. Kuponi hupunguzwa kwenye mkopo wako na hailipwi kamwe kwa pesa. Unaweza kuendelea bila kadi.',
  },
});
