import { example } from '../example.ts';
import { amina } from '../samples.ts';

export const examples = {
  shown: example({ places: { userCenter: { settings: 'shown' } } }, amina),
  loggingOut: example({ places: { userCenter: { settings: 'loggingOut' } } }, amina),
};
