/** Facts by which a list of recordings can be searched, derived from the recordings. */
import { clausesOfState } from '#machines/clauses.ts';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { statusNameOf } from '#machines/model/orderStatus.ts';
import { statusWords } from '#machines/words.ts';
import type { Recording } from './format.ts';
import { replay } from './replay.ts';

export interface CatalogueEntry {
  /** File name without its extension. */
  readonly id: string;
  readonly title: string;
  /** One sentence: the borrower's actions, and the end of the journey. */
  readonly about: string;
  readonly steps: number;
  /** Duration in milliseconds. */
  readonly duration: number;
  /** Ids of the visited states, in the order of first visits: `home`, `idPhotos.uploading`. */
  readonly states: readonly string[];
  /** Clauses of the specification that these states implement. */
  readonly clauses: readonly string[];
  /** Types of its events, in the order of first occurrence. */
  readonly events: readonly string[];
  /** Statuses of the order, by name and in words, in the order of first occurrence. */
  readonly statuses: readonly string[];
  /** Search words that occur in no other field. */
  readonly alsoCalled: readonly string[];
}

/** The part of an entry that a person writes, because it cannot be derived from the recording. */
export interface Described {
  id: string;
  about: string;
  alsoCalled: readonly string[];
}

const once = (items: readonly string[]): string[] => Array.from(new Set(items));

export function catalogueEntry({ id, about, alsoCalled }: Described, recording: Recording, machine: JourneyMachine): CatalogueEntry {
  const { steps } = replay(recording, machine);
  const statuses = steps.flatMap(({ snapshot: { context } }) => {
    const name = context.order === null ? null : statusNameOf(context.order.status);
    return context.order === null || name === null ? [] : [name, statusWords(context.order.status)];
  });
  const nodes = steps.flatMap(({ snapshot }) => snapshot._nodes.filter(({ parent }) => parent));
  const last = recording.steps[recording.steps.length - 1];
  return {
    id,
    title: recording.title,
    about,
    steps: recording.steps.length,
    duration: last?.at ?? 0,
    states: once(nodes.map((node) => node.id.replace(/^journey\.(places\.)?/, ''))),
    clauses: once(nodes.flatMap((node) => clausesOfState(node))),
    events: once(recording.steps.map(({ event }) => event.type)),
    statuses: once(statuses),
    alsoCalled,
  };
}
