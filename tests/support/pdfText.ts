/** The words of a PDF of this lender, whose fonts have the encoding of Windows-1252. */
import { inflateSync } from 'node:zlib';

/** The characters of Windows-1252 at the places of Latin-1's control characters. */
const BEYOND_LATIN_1: Readonly<Record<string, string>> = {
  '\x85': '…',
  '\x91': '‘',
  '\x92': '’',
  '\x93': '“',
  '\x94': '”',
  '\x95': '•',
  '\x96': '–',
  '\x97': '—',
};

/** Text in the order in which it was drawn; the pieces of one line are joined. */
export function pdfText(pdf: Buffer): string {
  const words: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString('latin1') === 'end') continue;
    const content = contentOf(pdf.subarray(at + 'stream\n'.length, pdf.indexOf('endstream', at)));
    for (const [, shown = ''] of content.matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, piece = '']) => piece).join('');
      words.push(
        Buffer.from(hex, 'hex')
          .toString('latin1')
          .replace(/[\x80-\x9f]/g, (code) => BEYOND_LATIN_1[code] ?? '?'),
      );
    }
  }
  return words.join(' ').replace(/[\s\u00A0]+/g, ' ');
}

const contentOf = (bytes: Buffer): string => {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
};
