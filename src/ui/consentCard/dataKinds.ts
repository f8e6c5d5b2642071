/** Icons and names of the kinds of data of a phone. */
import type { DataKind } from '#machines/model/collection.ts';
import { defineStrings } from '#src/i18n/index.ts';
import { apps, camera, contact, pin } from '../icon/secondaryIcons.ts';
import { chat, phone } from '../icon/primaryIcons.ts';

export const KIND_ICONS: Readonly<Record<DataKind, string>> = {
  contact,
  sms: chat,
  exif: camera,
  device: phone,
  appList: apps,
  location: pin,
};

export const kindText = defineStrings('dataKinds', {
  en: {
    contact: 'Your contacts',
    sms: 'Your SMS',
    exif: 'When and where your pictures were taken',
    device: 'What phone this is',
    appList: 'Which lending apps you have',
    location: 'Where you are now',
  },
  es: {
    contact: 'Sus contactos',
    sms: 'Sus SMS',
    exif: 'Cuándo y dónde se tomaron sus fotos',
    device: 'Qué teléfono es este',
    appList: 'Qué aplicaciones de préstamo tiene',
    location: 'Dónde está ahora',
  },
  sw: {
    contact: 'Watu kwenye orodha ya simu yako',
    sms: 'SMS zako',
    exif: 'Picha zako zilipigwa lini na wapi',
    device: 'Simu hii ni ya aina gani',
    appList: 'Programu za mikopo ulizonazo',
    location: 'Mahali ulipo sasa',
  },
});
