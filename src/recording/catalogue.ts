/** What a list of recordings can be searched by, taken from the recordings themselves. */
import { clausesOfState } from '#machines/clauses.ts';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import type { Recording } from './format.ts';
import { replay } from './replay.ts';

export interface CatalogueEntry {
  /** Name of the file without its ending. */
  readonly id: string;
  readonly title: string;
  /** One sentence: who does what, and how it ends. */
  readonly about: string;
  readonly steps: number;
  /** How long it took, in milliseconds. */
  readonly duration: number;
  /** Ids of the states it passes through, in the order of first visits: `home`, `idPhotos.uploading`. */
  readonly states: readonly string[];
  /** Clauses of the specification that these states serve. */
  readonly clauses: readonly string[];
  /** Types of the events in it, in the order in which they first came. */
  readonly events: readonly string[];
}

const once = (items: readonly string[]): string[] => Array.from(new Set(items));

export function catalogueEntry(id: string, about: string, recording: Recording, machine: JourneyMachine): CatalogueEntry {
  const nodes = replay(recording, machine).steps.flatMap(({ snapshot }) => snapshot._nodes.filter(({ parent }) => parent));
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
  };
}
