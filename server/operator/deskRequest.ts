/** What an operator types after `npm run desk --`, and what the verb answers. */
import { parseArgs } from 'node:util';
import type { Cents } from '#machines/model/money.ts';
import { REJECTIONS } from '#server/books/reasonTexts.ts';
import { CannotStart } from '#server/store/cannotStart.ts';

/** Without a decision, what it is about is shown. `pictures`: those that belong to it are asked for. */
export type DeskRequest =
  | { about: 'everything' }
  | { about: 'application'; id: string; decision: 'approve' | null; pictures: boolean }
  | { about: 'application'; id: string; decision: 'reject'; reason: string }
  /** @property amount cents; null: what M-PESA confirmed, else what was reported. */
  | { about: 'payment'; id: number; decision: 'book'; amount: Cents | null }
  | { about: 'payment'; id: number; decision: 'refuse' }
  | { about: 'proof'; id: string; decision: 'count' | null; pictures: boolean }
  | { about: 'proof'; id: string; decision: 'refuse'; reason: string | undefined }
  | { about: 'ticket'; id: string; decision: 'take' | null; pictures: boolean }
  | { about: 'ticket'; id: string; decision: 'ask' | 'solve'; text: string };

export interface DeskPicture {
  /** Of a file, without a folder. */
  name: string;
  bytes: Buffer;
}

export interface DeskAnswer {
  lines: string[];
  pictures: DeskPicture[];
}

const CHOICES = [
  'Say what to do:',
  '  (nothing)                                   lists what waits for a person',
  '  application ORDER [--pictures FOLDER]       what was said and checked; its photos',
  '  application ORDER approve | reject REASON',
  '  payment ID book [SHILLINGS] | refuse',
  '  proof NUMBER [--pictures FOLDER]',
  '  proof NUMBER count | refuse [REASON]',
  '  ticket NUMBER [--pictures FOLDER]',
  '  ticket NUMBER take | ask TEXT | solve TEXT',
].join('\n');

/** Longer texts do not fit on the borrower's screen. */
const MOST_LETTERS = 1_000;

function textFrom(text: string | undefined, what: string): string {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || trimmed.length > MOST_LETTERS) throw new CannotStart(`${what}, of at most ${MOST_LETTERS} characters.`);
  return trimmed;
}

function centsFrom(shillings: string | undefined): Cents | null {
  if (shillings === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(shillings)) throw new CannotStart(`"${shillings}" is no amount in whole shillings, such as 1500.`);
  return Number(shillings) * 100;
}

function idFrom(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new CannotStart(`"${id}" is no number of a payment: \`npm run desk\` lists them.`);
  return Number(id);
}

/** @returns the folder for pictures too, as it was typed. @throws CannotStart with the choices. */
export function readDeskRequest(args: readonly string[]): { request: DeskRequest; folder: string | null } {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { pictures: { type: 'string' } },
    allowPositionals: true,
  });
  const folder = values.pictures ?? null;
  const request = requestFrom(positionals, folder !== null);
  if (!request) throw new CannotStart(CHOICES);
  return { request, folder };
}

function requestFrom([about, id, given, words, ...more]: readonly string[], pictures: boolean): DeskRequest | null {
  const decision = given ?? null;
  if (about === undefined) return pictures ? null : { about: 'everything' };
  if (id === undefined || more.length > 0 || (pictures && decision !== null)) return null;
  const isPlain = words === undefined;
  switch (about) {
    case 'application':
      if ((decision === null || decision === 'approve') && isPlain) return { about, id, decision, pictures };
      if (decision !== 'reject') return null;
      return {
        about,
        id,
        decision,
        reason: textFrom(words, `Say why: ${Object.keys(REJECTIONS).join(', ')}, or a sentence that the borrower reads`),
      };
    case 'payment':
      if (decision === 'book') return { about, id: idFrom(id), decision, amount: centsFrom(words) };
      return decision === 'refuse' && isPlain ? { about, id: idFrom(id), decision } : null;
    case 'proof':
      if ((decision === null || decision === 'count') && isPlain) return { about, id, decision, pictures };
      return decision === 'refuse' ? { about, id, decision, reason: words?.trim() || undefined } : null;
    case 'ticket':
      if ((decision === null || decision === 'take') && isPlain) return { about, id, decision, pictures };
      if (decision !== 'ask' && decision !== 'solve') return null;
      return { about, id, decision, text: textFrom(words, 'Write what the borrower reads') };
    default:
      return null;
  }
}
