/** A landing page: the products, and the places left in its promotion. */
import { isChannel } from '#machines/model/channel.ts';
import { CODE } from '#machines/model/codes.ts';
import { messageText } from '#server/wire/messageText.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers } from '#server/wire/handler.ts';
import { invalidField, readText } from './readRequest.ts';
import { Refusal } from '#server/refusals/refusal.ts';

/** The channel of a link; null: the link names none. @throws Refusal invalidField */
export function readChannel(request: { readonly channelId?: unknown }, { language }: Caller): string | null {
  if (request.channelId === undefined || request.channelId === null) return null;
  if (request.channelId === '')
    throw new Refusal(CODE.invalidField, 'channelMissing', {}, { fields: { channelId: messageText(language, 'channelMissing') } });
  const channelId = readText(request, 'channelId', language, 64);
  if (!isChannel(channelId)) throw invalidField('channelId', 'field.option', language);
  return channelId;
}

export function promotionCalls({ products, channels }: CallDeps): Handlers<'productList'> {
  return {
    async productList(request, caller) {
      const channelId = readChannel(request, caller);
      return { products: [...products], vacancies: channelId === null ? null : await channels.vacancies(channelId) };
    },
  };
}
