import { loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { support, visitor } from '../../samples.ts';

const place = { places: { userCenter: { aboutUs: 'shown' } } } as const;

export const examples = { shown: example(place, { ...visitor, support: loaded(support) }) };
