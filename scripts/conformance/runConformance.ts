/** Runs every call of the contract against a back end and reports the differences by call and kind. */
import type { CallName } from '#src/api/contract.ts';
import { createDataCheck } from './answerChecks.ts';
import { createRun, ensureAccount } from './callers.ts';
import { createFindings, type FindingsOptions, type Report } from './findings.ts';
import { createMemory } from './known.ts';
import { STEPS } from './loanCalls.ts';
import type { OutsideEvents } from './outsideEvents.ts';
import type { WireOptions } from './rawRequests.ts';
import { checkReplaced, checkWire } from './refusalChecks.ts';
import { runStep, type AnyStep } from './runStep.ts';

export type { Report } from './findings.ts';

export interface RunOptions extends WireOptions, FindingsOptions {
  outside: OutsideEvents;
  /** `254…` */
  mobile: string;
  /** A number without an account, which is registered and closed again; null: the calls that need it are left out. */
  newMobile: string | null;
}

const steps = Object.entries(STEPS) as unknown as [CallName, AnyStep][];

export async function runConformance(options: RunOptions): Promise<Report> {
  const { outside, skip, mobile, newMobile } = options;
  const findings = createFindings(options, options.adapter.answer !== undefined);
  const run = createRun(options, { findings, memory: createMemory(mobile, newMobile), outside });
  const checkData = createDataCheck();

  // The first call reads the clock of the back end, which every answer contains.
  await run.send('productIndex', {}, run.callers.visitor);
  await ensureAccount(run);
  if (skip['wire'] === undefined) await checkWire(run, options.envelope);
  else findings.leaveOut('wire', skip['wire']);
  for (const [name, step] of steps) {
    const reason = skip[name] ?? (step.needsNew && newMobile === null ? 'no number without an account was given' : undefined);
    if (reason !== undefined) {
      findings.leaveOut(name, reason);
      continue;
    }
    findings.begin(name);
    if (name === 'logOut' && skip['login.session'] === undefined) await checkReplaced(run);
    try {
      await runStep(run, name, step, checkData);
    } catch (error) {
      findings.note(name, 'code', [`could not be run: ${error instanceof Error ? error.message : String(error)}`]);
    }
  }
  return findings.report;
}
