/**
 * A whole number that the person who runs the tests may set.
 * @returns null: the variable is not set.
 * @throws Error that names the variable and what it holds.
 */
export function wholeNumber(variable: string): number | null {
  const text = process.env[variable];
  if (text === undefined) return null;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${variable} must be a whole number such as 7; it is "${text}".`);
  return Number(text);
}

/** The number that draws every sample of this process: `SAMPLE_SEED`, or another one each time. */
export const sampleSeed = (): number => wholeNumber('SAMPLE_SEED') ?? Date.now() % 2 ** 31;
