import { example } from '../../example.ts';
import { visitor } from '../../samples.ts';

export const examples = { shown: example({ places: { policies: 'termsOfService' } }, visitor) };
