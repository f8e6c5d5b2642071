/** Saves a text that is generated part by part, because the text of a whole population is too long for one string. */

/** Number of parts that are joined into one Blob. */
const TOGETHER = 200;

export function saveParts(name: string, parts: Iterable<string>): void {
  const pieces: Blob[] = [];
  let some: string[] = [];
  for (const part of parts) {
    if (some.push(part) < TOGETHER) continue;
    pieces.push(new Blob(some));
    some = [];
  }
  const url = URL.createObjectURL(new Blob([...pieces, ...some], { type: 'application/xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
