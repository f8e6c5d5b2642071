import { LOCAL } from '#machines/model/codes.ts';
import { example } from '../example.ts';
import { amina, visitor } from '../samples.ts';

const offered = { ...visitor, query: { channelId: '7' } };

const at = (place: 'entering' | 'checking' | 'counting') => ({ places: { promotion: { yx3: place } } }) as const;

export const examples = {
  entering: example(at('entering'), offered),
  counting: example(at('counting'), offered),
  counted: example(at('entering'), { ...offered, vacancies: 12 }),
  noneLeft: example(at('entering'), { ...offered, vacancies: 0 }),
  checking: example(at('checking'), { ...offered, mobile: '0712 345 678' }),
  channelMissing: example(at('entering'), { ...visitor, mobile: '0712 345 678', problem: { code: LOCAL.channelMissing, message: '' } }),
  mobileMissing: example(at('entering'), { ...offered, problem: { code: LOCAL.mobileMissing, message: '' } }),
  borrower: example(at('entering'), { ...amina, query: { channelId: '7' } }),
};
