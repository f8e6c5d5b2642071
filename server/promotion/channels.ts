/** Promotions by their channel: who came through which, and how many places each has left. */
import type { Store } from '#server/store/store.ts';

export interface Channels {
  /** null: the places of this channel are not limited. */
  vacancies(channelId: string): Promise<number | null>;
}

/** @param places of each channel that limits them. */
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
