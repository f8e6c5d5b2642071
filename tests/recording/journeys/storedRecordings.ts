/** The recordings of the repository, and the catalogue's entry of each. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyStateNode } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import type { JourneyMeta } from '#machines/setup.ts';
import { statusWords } from '#machines/words.ts';
import { sentenceOf } from '#src/inspector/journey/sentences.ts';
import { nameOf } from '#src/inspector/charts/index.ts';
import { inWords, plainName } from '#src/inspector/names.ts';
import type { Json } from '#src/recording/canonical.ts';
import { FILE_ENDING, parseRecording, type Recording, type View } from '#src/recording/format.ts';
import { compareReplay } from '#src/recording/compareReplay.ts';
import { viewOf } from '#src/recording/replay.ts';

export const FOLDER = fileURLToPath(new URL('../../../docs/recordings', import.meta.url));

export interface Stored {
  /** The file's name without its extension. */
  id: string;
  recording: Recording;
}

/** All recordings of the repository, by name. @throws Error naming the file that cannot be read, and why. */
export async function storedRecordings(): Promise<Stored[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(FILE_ENDING)).sort();
  return Promise.all(
    names.map(async (name) => {
      const parsed = parseRecording(await readFile(join(FOLDER, name), 'utf8'));
      if (!parsed.ok) throw new Error(`${name}: ${parsed.message}`);
      return { id: name.slice(0, -FILE_ENDING.length), recording: parsed.recording };
    }),
  );
}

/**
 * Compares the outcome of this recording on this chart with the recorded one.
 * @returns a sentence with pages, order statuses and the borrower's acts; null: the outcomes are equal.
 */
export function complaintAbout({ id, recording }: Stored, machine: JourneyMachine): string | null {
  const { elsewhere } = compareReplay(recording, machine);
  if (!elsewhere) return null;
  const { index, step, recorded, snapshot, difference } = elsewhere;
  const after = step ? `step ${index}, "${sentenceOf(step.event)}"` : 'the start';
  if (difference?.path[0] === 'failure')
    return `${id}: ${after}, led to ${described(machine, recorded)}, and fails now: ${String(difference.replayed)}`;
  const [before, now] = [described(machine, recorded), described(machine, viewOf(snapshot))];
  // If page and order are equal, the running calls differ.
  return before === now
    ? `${id}: ${after}, led to ${before}, waiting for ${calls(recorded)}, and now waits for ${calls(viewOf(snapshot))}`
    : `${id}: ${after}, led to ${before}, and now leads to ${now}`;
}

/** `page "Home" (shown), order: being paid back` */
function described(machine: JourneyMachine, { value, context }: View): string {
  const { status } = (context['order'] ?? {}) as { status?: number };
  return `${placeWords(machine.root, value)}, ${status === undefined ? 'no order' : `order: ${statusWords(status)}`}`;
}

function placeWords(root: AnyStateNode, value: Json): string {
  let page = '';
  let within: string[] = [];
  let node: AnyStateNode | undefined = root;
  for (let below: Json = value; ;) {
    const key: string | undefined = typeof below === 'string' ? below : Object.keys(below ?? {})[0];
    if (key === undefined) break;
    node = node?.states[key];
    const { title } = (node?.meta ?? {}) as Partial<JourneyMeta>;
    if (title) [page, within] = [title, []];
    // The chart may no longer have a recorded state.
    else within.push(node ? nameOf(node) : plainName(key));
    if (typeof below === 'string') break;
    below = (below as Record<string, Json>)[key] ?? null;
  }
  const inside = within.join(', ').toLowerCase();
  if (page === '') return `no page (${inside})`;
  return inside === '' ? `page "${page}"` : `page "${page}" (${inside})`;
}

const calls = ({ children }: View): string => children.map(inWords).join(', ') || 'nothing';
