/** Through which promotion somebody came. */

/** Written by whoever makes links: letters, figures and marks, not long. Anything else names no promotion. */
export const isChannel = (named: string | undefined): named is string => named !== undefined && /^[\w.:-]{1,64}$/.test(named);
