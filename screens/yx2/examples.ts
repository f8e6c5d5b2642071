import { LOCAL } from '#machines/model/codes.ts';
import { example } from '../example.ts';
import { amina, visitor } from '../samples.ts';

const offered = { ...visitor, query: { channelId: '7' } };

const yx2 = { places: { promotion: 'yx2' } } as const;

export const examples = {
  entering: example(yx2, offered),
  channelMissing: example(yx2, { ...visitor, mobile: '0712 345 678', problem: { code: LOCAL.channelMissing, message: '' } }),
  mobileInvalid: example(yx2, { ...offered, mobile: '0712', problem: { code: LOCAL.mobileInvalid, message: '' } }),
  borrower: example(yx2, { ...amina, query: { channelId: '7' } }),
};
