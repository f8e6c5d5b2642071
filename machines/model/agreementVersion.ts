/**
 * The first eight characters of an agreement's version, for people: "2F6B-1C0D". Consents are compared by the whole version.
 */
export const readableVersion = (version: string): string => `${version.slice(0, 4)}-${version.slice(4, 8)}`.toUpperCase();
