import { defineStrings } from '#src/i18n/index.ts';

export const strings = defineStrings('additionalInfo', {
  en: {
    title: 'Additional information',
    pickContact: 'One moment. Choose the contact in your phone book.',
    contactsWhy: 'We call them only if we cannot reach you. We see only the contacts you pick.',
  },
  es: {
    title: 'Información adicional',
    pickContact: 'Un momento. Elija el contacto en su agenda.',
    contactsWhy: 'Los llamamos solo si no logramos hablar con usted. Vemos solo los contactos que usted elige.',
  },
  sw: {
    title: 'Taarifa za ziada',
    pickContact: 'Subiri kidogo. Chagua mtu kwenye orodha ya simu yako.',
    contactsWhy: 'Tunawapigia tu tukishindwa kukupata. Tunaona tu watu unaowachagua.',
  },
});
