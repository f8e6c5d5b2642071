/** The channel of a promotion, from the query of its link. */

/** A short text of letters, digits and marks. Anything else is no channel. */
export const isChannel = (named: string | undefined): named is string => named !== undefined && /^[\w.:-]{1,64}$/.test(named);
