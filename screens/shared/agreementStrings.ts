import { defineStrings } from '#src/i18n/index.ts';

export const agreementText = defineStrings('agreement', {
  en: {
    title: 'Loan agreement',
    failed: 'The agreement could not be loaded',
    version: 'Version {{version}}',
    back: 'Back',
    save: 'Save as PDF',
    accepted: 'Accepted on {{when}}. This text does not change any more.',
    acceptedIn: 'It was accepted in {{language}}, so it is shown in that language.',
    notSaved: 'Nothing was saved?',
    notSavedText:
      'Some phones save no files from an app. Copy the link and open it in your browser. It works for one hour while you are signed in. It shows your agreement, so keep it to yourself.',
    copyLink: 'Copy the link',
  },
  es: {
    title: 'Contrato de préstamo',
    failed: 'No se pudo cargar el contrato',
    version: 'Versión {{version}}',
    back: 'Atrás',
    save: 'Guardar como PDF',
    accepted: 'Aceptado el {{when}}. Este texto ya no cambia.',
    acceptedIn: 'Se aceptó en {{language}}, por eso se muestra en ese idioma.',
    notSaved: '¿No se guardó nada?',
    notSavedText:
      'Algunos teléfonos no guardan archivos desde una aplicación. Copie el enlace y ábralo en su navegador. Funciona una hora mientras tenga la sesión abierta. Muestra su contrato, así que no lo comparta.',
    copyLink: 'Copiar el enlace',
  },
  sw: {
    title: 'Mkataba wa mkopo',
    failed: 'Mkataba haukuweza kupakiwa',
    version: 'Toleo {{version}}',
    back: 'Rudi',
    save: 'Hifadhi kama PDF',
    accepted: 'Uliukubali {{when}}. Maandishi haya hayabadiliki tena.',
    acceptedIn: 'Mkataba ulikubaliwa kwa {{language}}, kwa hiyo unaonyeshwa kwa lugha hiyo.',
    notSaved: 'Hakuna kilichohifadhiwa?',
    notSavedText:
      'Simu nyingine hazihifadhi faili kutoka kwenye programu. Nakili kiungo ukifungue kwenye kivinjari chako. Kinafanya kazi kwa saa moja ukiwa umeingia. Kinaonyesha mkataba wako, kwa hiyo usimpe mtu.',
    copyLink: 'Nakili kiungo',
  },
});
