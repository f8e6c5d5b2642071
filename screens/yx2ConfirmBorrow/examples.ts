import { example } from '../example.ts';
import { visitor } from '../samples.ts';

export const examples = { shown: example({ places: { promotion: 'yx2ConfirmBorrow' } }, { ...visitor, query: { channelId: '7' } }) };
