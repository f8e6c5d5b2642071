/** The channel of a promotion, from the query of its link. */

/** The channel of a promotion's page that was opened without one. */
export const DEFAULT_CHANNEL = 'direct';

/** A short text of letters, digits and marks. Anything else is no channel. */
export const isChannel = (named: string | undefined): named is string => named !== undefined && /^[\w.:-]{1,64}$/.test(named);

/** The channel of a promotion's page. A link that names none, or something that is no channel, leads to the default one. */
export const channelOf = ({ channelId }: Readonly<Record<string, string>>): string => (isChannel(channelId) ? channelId : DEFAULT_CHANNEL);
