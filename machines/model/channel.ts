/** The channel of a promotion, from the query of its link. */

/** The channel of a promotion's page whose link names no channel. */
export const DEFAULT_CHANNEL = 'direct';

/** Whether a text is a channel: 1 to 64 letters, digits and the marks `_.:-`. */
export const isChannel = (named: string | undefined): named is string => named !== undefined && /^[\w.:-]{1,64}$/.test(named);

/** The channel of a promotion's page. A link with no channel, or with an invalid one, counts for the default channel. */
export const channelOf = ({ channelId }: Readonly<Record<string, string>>): string => (isChannel(channelId) ? channelId : DEFAULT_CHANNEL);
