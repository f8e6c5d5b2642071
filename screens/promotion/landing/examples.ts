import { initialContext, type JourneyContext } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, visitor } from '../../samples.ts';

const offered = { ...visitor, query: { channelId: '7' } };
const typed = { signIn: { ...initialContext.signIn, mobile: '0712 345 678' } };
const borrower = { ...amina, query: { channelId: '7' } };

type At = (place: 'entering' | 'checking') => Parameters<typeof example>[0];

/** The examples of every page that looks up the number. */
const asking = <const N extends string>(name: N, at: At) => {
  const shown = {
    entering: example(at('entering'), offered),
    checking: example(at('checking'), { ...offered, ...typed }),
    withoutChannel: example(at('entering'), visitor),
    mobileMissing: example(at('entering'), { ...offered, problem: { code: LOCAL.mobileMissing, message: '' } }),
    borrower: example(at('entering'), borrower),
  };
  return Object.fromEntries(Object.entries(shown).map(([key, snapshot]) => [`${name}.${key}`, snapshot])) as Record<
    `${N}.${keyof typeof shown}`,
    JourneySnapshot
  >;
};

const yx2 = (context: Partial<JourneyContext>) => example({ places: { promotion: 'yx2' } }, context);
const yx3 = (place: 'entering' | 'counting' | 'presenting', context: Partial<JourneyContext>) =>
  example({ places: { promotion: { yx3: place } } }, context);

export const examples = {
  ...asking('yx1', (place) => ({ places: { promotion: { yx1: place } } })),
  'yx2.entering': yx2(offered),
  'yx2.withoutChannel': yx2(visitor),
  'yx2.mobileInvalid': yx2({
    ...offered,
    signIn: { ...initialContext.signIn, mobile: '0712' },
    problem: { code: LOCAL.mobileInvalid, message: '' },
  }),
  'yx2.borrower': yx2(borrower),
  ...asking('yx2ConfirmBorrow', (place) => ({ places: { promotion: { yx2ConfirmBorrow: place } } })),
  ...asking('yx3', (place) => ({ places: { promotion: { yx3: place } } })),
  'yx3.counting': yx3('counting', offered),
  'yx3.presenting': yx3('presenting', { ...offered, ...typed }),
  'yx3.counted': yx3('entering', { ...offered, vacancies: loaded(12) }),
  'yx3.noneLeft': yx3('entering', { ...offered, vacancies: loaded(0) }),
};
