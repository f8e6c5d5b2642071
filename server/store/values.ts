/** Whole numbers of the database as JavaScript numbers; every amount and moment we store fits. */
export function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, which is no safe integer`);
  return value;
}
