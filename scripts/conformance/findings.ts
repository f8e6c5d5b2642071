/** The findings of a run: the calls that were run, the calls that were left out, and the differences. */
import type { CallName } from '#src/api/contract.ts';
import { differenceOfCode, differencesOfAnswer, type Kind } from './answerChecks.ts';
import type { Response } from './rawRequests.ts';

/** `wire`: requests that are no call. */
export type Subject = CallName | 'wire';

export interface Difference {
  call: Subject;
  kind: Kind;
  says: string;
}

export interface Report {
  differences: Difference[];
  /** Calls that were run, in order. */
  run: Subject[];
  /** Calls that were left out, with the reason. */
  skipped: { call: Subject; reason: string }[];
}

export interface FindingsOptions {
  /** Reasons for leaving out a call, or a kind of difference, by name: `login`, `login.idempotency`, `*.time`. */
  skip: Readonly<Record<string, string>>;
  /** Called before each call. */
  onCall?: (call: Subject) => void;
}

export interface Findings {
  report: Report;
  begin(call: Subject): void;
  leaveOut(call: Subject, reason: string): void;
  /** Adds each sentence once, unless the kind is skipped. */
  note(call: Subject, kind: Kind, sentences: readonly string[]): void;
  noteForm(call: Subject, answer: Response): void;
  /** @param when the circumstances, for the sentence. */
  noteCode(call: Subject, kind: Kind, expected: readonly number[], when: string, answer: Response): void;
}

/** @param isAdapted an adapter reads the answers. */
export function createFindings({ skip, onCall }: FindingsOptions, isAdapted: boolean): Findings {
  const report: Report = { differences: [], run: [], skipped: [] };
  const { differences, run, skipped } = report;

  const note: Findings['note'] = (call, kind, sentences) => {
    if (skip[`${call}.${kind}`] !== undefined || skip[`*.${kind}`] !== undefined) return;
    for (const says of sentences)
      if (!differences.some((one) => one.call === call && one.says === says)) differences.push({ call, kind, says });
  };

  return {
    report,
    note,
    begin(call) {
      onCall?.(call);
      run.push(call);
    },
    leaveOut: (call, reason) => void skipped.push({ call, reason }),
    // An adapter reads only the answers to calls.
    noteForm: (call, answer) => note(call, 'form', differencesOfAnswer(answer, isAdapted || call === 'wire')),
    noteCode: (call, kind, expected, when, answer) =>
      note(
        call,
        kind,
        differenceOfCode(answer, expected).map((says) => `${when}: ${says}`),
      ),
  };
}
