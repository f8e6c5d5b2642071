/** Country lookups. One country is served, wherever an address seems to be. */
import { say } from '#server/wire/messageText.ts';
import type { Country } from '#src/api/payloads.ts';
import type { Caller, Handlers } from '#server/wire/handler.ts';
import { readOption } from './read.ts';

/** ISO code and calling code. */
const COUNTRY_CODES = ['KE', '254'] as const;

const kenya = ({ language }: Caller): Country => ({ code: 'KE', name: say(language, 'country.name'), callingCode: '254', currency: 'KES' });

export const countryCalls = (): Handlers<'countryByIp' | 'countryByCode'> => ({
  countryByIp: async (_request, caller) => kenya(caller),
  async countryByCode(request, caller) {
    if (request.code !== undefined) readOption(request, 'code', COUNTRY_CODES, caller.language);
    return kenya(caller);
  },
});
