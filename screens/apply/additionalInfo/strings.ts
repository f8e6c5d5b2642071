import { defineStrings } from '#src/i18n/index.ts';

export const strings = defineStrings('additionalInfo', {
  en: {
    title: 'Additional information',
    pickContact: 'One moment. Choose the contact in your phone book.',
    contactsWhy: 'We may call them to check that they know you. We never speak to them about a debt. We see only the contacts you pick.',
  },
  es: {
    title: 'Información adicional',
    pickContact: 'Un momento. Elija a la persona en la lista de contactos de su teléfono.',
    contactsWhy:
      'Podemos llamarlos para comprobar que lo conocen. Nunca hablamos con ellos de una deuda. Vemos solo los contactos que usted elige.',
  },
  sw: {
    title: 'Taarifa za ziada',
    pickContact: 'Subiri kidogo. Chagua mtu kwenye orodha ya simu yako.',
    contactsWhy:
      'Tunaweza kuwapigia simu ili kuhakikisha kwamba wanakufahamu. Hatuzungumzi nao kamwe kuhusu deni. Tunaona tu watu unaowachagua.',
  },
});
