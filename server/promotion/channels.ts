/** Promotions by their channel: who came through which, and how many places each has left. */
import type { Store } from '#server/store/store.ts';

export interface Channels {
  /** null: places of this channel are not counted, so there is nothing to say of them. */
  vacancies(channelId: string): Promise<number | null>;
}

/** @param places of each channel that has a number of them. */
export const createChannels = (store: Store, places: Readonly<Record<string, number>>): Channels => ({
  async vacancies(channelId) {
    if (!Object.hasOwn(places, channelId)) return null;
    const { taken } = await store.db
      .selectFrom('app_user')
      .select((of) => of.fn.countAll().as('taken'))
      .where('channel_id', '=', channelId)
      .executeTakeFirstOrThrow();
    return Math.max(0, (places[channelId] ?? 0) - Number(taken));
  },
});
