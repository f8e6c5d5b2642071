/** The names that a mistyped one may stand for. */

/** Levenshtein distance: the number of letters to add, remove or replace to turn one text into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The end of a name, with as many parts as the typed text: `cashier.waiting` of `journey.places.repay.cashier.waiting`. */
function endOf(name: string, said: string): string {
  const [place = '', ...rest] = name.replace(/^state /, '').split(' --');
  const parts = (said.split(' --')[0] ?? '').split('.').length;
  const end = place.split('.').slice(-parts).join('.');
  // The part of a typed transition that names its event.
  const saidEvent = said.split(' --')[1];
  return saidEvent === undefined || rest.length === 0 ? end : `${end} --${(rest[0] ?? '').slice(0, saidEvent.length)}`;
}

/** The texts that differ from the typed text by few letters, nearest first. @param partOf the part of a text that is compared. */
export const nearestTo = (said: string, texts: readonly string[], most: number, partOf = (text: string): string => text): string[] =>
  texts
    .map((text) => ({ text, by: distance(said.toLowerCase(), partOf(text).toLowerCase()) }))
    .filter(({ by }) => by <= Math.max(2, Math.ceil(said.length / 3)))
    .sort((a, b) => a.by - b.by)
    .slice(0, most)
    .map(({ text }) => text);

/** @returns the nearest names, best first, without names that share too little with the typed text. */
export function nearestNames(said: string, names: readonly string[], most: number): string[] {
  const isOfTransition = said.includes(' --');
  const ofKind = names.filter((name) => isOfTransition !== name.startsWith('state '));
  return nearestTo(said, ofKind, most, (name) => endOf(name, said));
}
