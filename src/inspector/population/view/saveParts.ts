/** Saves a text that is made part by part: a whole population would be too long for one string. */

/** Parts that become one piece of the file. */
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
