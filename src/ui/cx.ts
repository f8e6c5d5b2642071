/** Joins class names; empty ones are left out. */
export const cx = (...names: (string | undefined | false | null)[]): string | undefined => names.filter(Boolean).join(' ') || undefined;
