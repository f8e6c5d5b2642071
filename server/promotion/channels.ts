/** The places left in promotions, by channel. Each borrower who registered through a channel takes one. */
import type { Store } from '#server/store/store.ts';

export interface Channels {
  /** null: the places of this channel are not limited. */
  vacancies(channelId: string): Promise<number | null>;
}

/** @param placesByChannel number of places of each channel with a limit; `*`: of every other channel. */
export function createChannels(store: Store, placesByChannel: Readonly<Record<string, number>>): Channels {
  const limits = new Map(Object.entries(placesByChannel));
  return {
    async vacancies(channelId) {
      const places = limits.get(channelId) ?? limits.get('*');
      if (places === undefined) return null;
      const { taken } = await store.db
        .selectFrom('app_user')
        .select((of) => of.fn.countAll().as('taken'))
        .where('channel_id', '=', channelId)
        .executeTakeFirstOrThrow();
      return Math.max(0, places - Number(taken));
    },
  };
}
