/** Class names of an element; what is not there is left out. */
export const cx = (...names: (string | undefined | false | null)[]): string | undefined => names.filter(Boolean).join(' ') || undefined;
