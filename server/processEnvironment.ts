/** Reads typed variables of an environment and collects one sentence for each mistake. */

/** Variable name to text. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentReader {
  /** One sentence for each mistake so far. */
  readonly mistakes: string[];
  /** The trimmed value; `fallback`, or empty text, when the variable is not set. */
  text(name: string, fallback?: string): string;
  /** Whether the variable is set to an empty text. */
  isEmpty(name: string): boolean;
  /** A whole number within the bounds, which are included. */
  whole(name: string, fallback: number, least: number, most: number): number;
  oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T;
  /** Checks an address, and returns it without trailing slashes. @param protocols with their colon. */
  url(name: string, value: string, protocols: readonly string[]): string;
  /** Whether all of these variables are set. Setting only some of them is a mistake. */
  group(names: readonly string[]): boolean;
}

export function createEnvironmentReader(env: Environment): EnvironmentReader {
  const mistakes: string[] = [];
  const text = (name: string, fallback = ''): string => env[name]?.trim() || fallback;
  const isEmpty = (name: string): boolean => env[name]?.trim() === '';
  const whole = (name: string, fallback: number, least: number, most: number): number => {
    const value = text(name, String(fallback));
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    mistakes.push(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const value = text(name, fallback);
    const choice = choices.find((c) => c === value);
    if (!choice) mistakes.push(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
    return choice ?? fallback;
  };
  const url = (name: string, value: string, protocols: readonly string[]): string => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    const mistake = `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`;
    // Two groups of settings may use the same variable.
    if (!(parsed && protocols.includes(parsed.protocol)) && !mistakes.includes(mistake)) mistakes.push(mistake);
    return value.replace(/\/+$/, '');
  };
  const group = (names: readonly string[]): boolean => {
    const missing = names.filter((name) => !text(name));
    if (missing.length > 0 && missing.length < names.length)
      mistakes.push(`${missing.join(', ')} must be set too, because other values of the same group are.`);
    return missing.length === 0;
  };
  return { mistakes, text, isEmpty, whole, oneOf, url, group };
}
