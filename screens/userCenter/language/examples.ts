import { example } from '../../example.ts';
import { visitor } from '../../samples.ts';

const language = { places: { userCenter: { language: 'shown' } } } as const;

export const examples = {
  english: example(language, visitor),
  swahili: example(language, { ...visitor, language: 'sw' }),
  rewording: example({ places: { userCenter: { language: 'rewording' } } }, { ...visitor, language: 'sw' }),
  changed: example(language, { ...visitor, language: 'es', notice: { key: 'languageChanged', message: '' } }),
};
