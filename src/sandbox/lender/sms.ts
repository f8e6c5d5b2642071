/** The one-time code in a message, which people look for first. Six digits that stand alone. */
export const codeIn = (text: string): string | null => /(?:^|\D)(\d{6})(?:\D|$)/.exec(text)?.[1] ?? null;
