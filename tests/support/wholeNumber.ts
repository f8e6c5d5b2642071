/**
 * A whole number that may be set in a variable of the environment.
 * @returns null: the variable is not set.
 * @throws Error with the variable and its value.
 */
export function wholeNumber(variable: string): number | null {
  const text = process.env[variable];
  if (text === undefined) return null;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${variable} must be a whole number such as 7; it is "${text}".`);
  return Number(text);
}

/** The seed of every sample in this process: `SAMPLE_SEED`, or another one in each run. */
export const sampleSeed = (): number => wholeNumber('SAMPLE_SEED') ?? Date.now() % 2 ** 31;
