import { example } from '../../example.ts';
import { amina, assessing, NOW, visitor } from '../../samples.ts';

const pop = { places: { policies: 'pop' } } as const;

export const examples = {
  shown: example(pop, visitor),
  askedForMore: example(pop, {
    ...amina,
    order: { ...assessing, collection: { consents: { sms: true, location: null }, status: null, held: [], deletedBy: NOW } },
  }),
};
