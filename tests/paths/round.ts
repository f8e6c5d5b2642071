/**
 * A round of an online test: obligations that paths head for together, and the steps that failed on the way. Failures are
 * counted by round, so a step that failed on the way to other obligations is possible again in the next round.
 */
import { byCoverage, byState, byStep, createAttempts, type Attempts } from './attempts.ts';
import { blockersOf } from './blockers.ts';
import { createDetours, type Plan, type Strategy } from './detours.ts';
import type { Edge, Graph } from './explore.ts';
import { coversOneOf, createSearch } from './graphSearch.ts';

export interface RoundOptions {
  /** Whether a step is known to be impossible from a state; such a step is not tried. */
  never?: (from: string, edge: Edge) => boolean;
  /**
   * Maximum number of failed attempts in a row at one place, and anywhere for the same obligation. A deterministic
   * environment needs fewer than the default; there the attempts are counted per obligation, and per state instead of place.
   */
  tries?: { there: number; anywhere: number };
  /**
   * Obligations that count as impossible here, each with the reason by which the environment proves it. They are tried when
   * all others are done, also where they are known to be impossible.
   */
  impossible?: ReadonlyMap<string, RegExp>;
  /** Steps that must come before an obligation, because the environment has data that the states of the graph lack. */
  strategies?: readonly Strategy[];
}

export interface Round {
  /** Obligations that are neither covered nor proven impossible. */
  open: ReadonlySet<string>;
  coversOpen(edge: Edge): boolean;
  /** @returns whether the obligation was open. */
  close(obligation: string): boolean;
  /**
   * @param failed attempts of the present path, which are not repeated in it.
   * @param headedFor obligations that other workers head for; these come last.
   * @returns the way to the nearest open obligation; null where no plan reaches an open obligation.
   */
  plan(from: string, failed: Attempts, headedFor: Iterable<readonly string[]>): Plan | null;
  /** Counts this attempt to reach the plan's obligation. */
  take(plan: Plan): void;
  /** @param times attempts that this failure counts for. @returns the obligations that it proves impossible. */
  fail(from: string, edge: Edge, why: string, times: number): string[];
  succeed(from: string, edge: Edge): void;
  /** Why these obligations of the round were not covered; empty where nothing failed on the way to one. */
  reasons(uncovered: readonly string[]): Map<string, string[]>;
}

/** Failures in a row at one place, in different paths, after which a step counts as impossible there. */
export const MOST_TRIES = 3;
/** Maximum number of different reasons that are kept per obligation. */
const MOST_REASONS = 3;
/** Failures in a row in all places together after which a step counts as impossible. */
const MOST_TRIES_ANYWHERE = 40;

export function createRound(
  graph: Graph,
  obligations: Iterable<string>,
  { never = () => false, tries, strategies = [], impossible = new Map() }: RoundOptions,
): Round {
  const { there, anywhere } = tries ?? { there: MOST_TRIES, anywhere: MOST_TRIES_ANYWHERE };
  const attempts = tries ? createAttempts(byCoverage, byState) : createAttempts(byStep);
  /** Why a step failed last, by step and the first obligation that it covers. */
  const failedBecause = new Map<string, string>();
  /** Why the attempts to cover an obligation failed, by obligation. */
  const reasons = new Map([...obligations].map((name): [string, string[]] => [name, []]));
  const open = new Set(reasons.keys());
  const detours = createDetours(graph, open, strategies);
  const direct = new Set([...open].filter((name) => !detours.isFor(name)));
  /** Open obligations that count as impossible. */
  const unproven = new Set([...open].filter((name) => impossible.has(name)));
  const coversOpen = coversOneOf(open);
  const coversUnproven = coversOneOf(unproven);
  const coversDirect = coversOneOf(direct);
  const searchDirect = createSearch(graph, coversDirect);

  const isGivenUp = (from: string, edge: Edge): boolean =>
    attempts.of(from, edge) >= there || attempts.anywhere(edge) >= anywhere || (!coversUnproven(edge) && never(from, edge));

  function close(obligation: string): boolean {
    direct.delete(obligation);
    unproven.delete(obligation);
    return open.delete(obligation);
  }

  return {
    open,
    coversOpen,
    close,
    plan(from, failed, headedFor) {
      const isBarred = (at: string, edge: Edge): boolean => failed.of(at, edge) > 0 || isGivenUp(at, edge);
      const isSkipped = (at: string, edge: Edge): boolean => detours.isNeeded(edge) || isBarred(at, edge);
      const search = (isMeant: (edge: Edge) => boolean) => searchDirect(from, { isMeant, isBarred: isSkipped });
      const taken = new Set([...headedFor].flat());
      const edges = (taken.size > 0 ? search(({ covers }) => !covers.some((one) => taken.has(one))) : null) ?? search(() => true);
      if (edges === null) return detours.from(from, isBarred);
      return { edges, to: edges[edges.length - 1]?.covers.find((one) => direct.has(one)) ?? '' };
    },
    take: ({ to }) => detours.take(to),
    fail(from, edge, why, times) {
      attempts.add(from, edge, times);
      failedBecause.set(byCoverage(edge), why);
      const proven: string[] = [];
      for (const obligation of edge.covers) {
        const known = reasons.get(obligation);
        if (known === undefined) continue;
        if (impossible.get(obligation)?.test(why)) {
          reasons.set(obligation, [why]);
          if (close(obligation)) proven.push(obligation);
        } else if (known.length < MOST_REASONS && !known.includes(why)) known.push(why);
      }
      return proven;
    },
    succeed: (from, edge) => attempts.forget(from, edge),
    reasons(uncovered) {
      const unexplained = uncovered.filter((name) => reasons.get(name)?.length === 0);
      const blockers =
        unexplained.length === 0
          ? new Map<string, string>()
          : blockersOf(graph, new Set(unexplained), {
              failure: (at, edge) =>
                attempts.of(at, edge) > 0 || attempts.anywhere(edge) >= anywhere ? (failedBecause.get(byCoverage(edge)) ?? '') : null,
              never,
            });
      return new Map(
        uncovered.map((name) => {
          const blocker = blockers.get(name);
          return [name, blocker === undefined ? (reasons.get(name) ?? []) : [blocker]];
        }),
      );
    },
  };
}
