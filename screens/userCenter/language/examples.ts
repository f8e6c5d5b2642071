import { example } from '../../example.ts';
import { amina, visitor } from '../../samples.ts';

const language = { places: { userCenter: { language: 'shown' } } } as const;

export const examples = {
  english: example(language, visitor),
  signedIn: example(language, amina),
  swahili: example(language, { ...visitor, language: 'sw' }),
  rewording: example({ places: { userCenter: { language: 'rewording' } } }, { ...visitor, language: 'sw' }),
  changed: example(language, { ...visitor, language: 'es', notice: { key: 'languageChanged', message: '' } }),
};
