import { example } from '../../example.ts';
import { loaded } from '#machines/model/loadable.ts';
import { support, visitor } from '../../samples.ts';

const place = { places: { policies: { privacyPolicy: 'shown' } } } as const;

export const examples = { shown: example(place, { ...visitor, support: loaded(support) }) };
