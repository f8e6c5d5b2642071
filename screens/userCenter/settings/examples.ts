import { LOCAL } from '#machines/model/codes.ts';
import { DAY } from '#machines/model/calendar.ts';
import { example } from '../../example.ts';
import { amina, assessing, NOW } from '../../samples.ts';

const settings = (place: 'shown' | 'withdrawing' | 'loggingOut') => ({ places: { userCenter: { settings: place } } }) as const;
const sharing = {
  ...amina,
  order: {
    ...assessing,
    collection: { consents: { sms: true, location: true, contact: false }, status: 0, held: ['sms'], deletedBy: NOW + 7 * DAY },
  },
} as const;

export const examples = {
  shown: example(settings('shown'), amina),
  insideTheApp: example(settings('shown'), { ...amina, app: { appName: 'Example Loan', edition: 'gold 3.1' } }),
  dark: example(settings('shown'), { ...amina, appearance: 'dark' }),
  sharing: example(settings('shown'), sharing),
  withdrawing: example(settings('withdrawing'), sharing),
  withdrawingFailed: example(settings('shown'), { ...sharing, problem: { code: LOCAL.networkFailed, message: '' } }),
  loggingOut: example(settings('loggingOut'), amina),
};
