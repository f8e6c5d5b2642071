/** The page for a native team to open in its web view: one button, one line for each step, and a report to copy. */
import { useRef, useState } from 'react';
import { Button } from '#src/ui/button/Button.tsx';
import { reportText, runChecks, STEPS, taskOf, type Outcome, type Report, type StepName } from './bridgeChecks.ts';
import type { Conversation } from './conversation.ts';

interface Props {
  talk: Conversation;
  now: () => number;
}

export function ShellCheck({ talk, now }: Props) {
  const [running, setRunning] = useState<StepName | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [report, setReport] = useState<Report | null>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const skip = useRef<AbortController | null>(null);

  const start = async (): Promise<void> => {
    setOutcomes([]);
    setReport(null);
    setCopied('no');
    const done = await runChecks({
      talk,
      now,
      onStep: (step) => {
        skip.current = new AbortController();
        setRunning(step);
        return skip.current.signal;
      },
      onOutcome: (outcome) => setOutcomes((before) => [...before, outcome]),
    });
    setRunning(null);
    setReport(done);
  };

  const task = running && taskOf(running);
  const bad = outcomes.filter(({ verdict }) => verdict !== 'good' && verdict !== 'skipped').length;
  return (
    <main className="check">
      <h1>Shell check</h1>
      <p>
        This page speaks to the native app around it as the loan app does: every action once, then the messages that the native app sends by
        itself. Nothing is stored, no data of the phone is collected, and the native app is logged out on the way.
      </p>
      {running === null && <Button onPress={() => void start()}>{report ? 'Check again' : 'Start'}</Button>}
      {running !== null && (
        <div className="check__task" role="status">
          <p className="strong">{task ?? `Asking: ${running}`}</p>
          {task && (
            <Button kind="secondary" onPress={() => skip.current?.abort()}>
              Skip this step
            </Button>
          )}
        </div>
      )}
      {report?.way === null && (
        <p className="check__verdict check__verdict--bad" role="alert">
          There is no native app around this page: no AndroidBridge, no loanShell handler, no host frame.
        </p>
      )}
      {report !== null && report.way !== null && (
        <p className={`check__verdict ${bad === 0 ? '' : 'check__verdict--bad'}`} role="status">
          {bad === 0 ? 'Everything that was checked is as documented.' : `${bad} of ${outcomes.length} steps are not as documented.`}
        </p>
      )}
      <ol className="check__steps">
        {STEPS.map((step) => (
          <Step key={step} step={step} outcome={outcomes.find((one) => one.step === step)} isRunning={running === step} />
        ))}
      </ol>
      {report && (
        <>
          <label className="strong" htmlFor="report">
            Report
          </label>
          <textarea id="report" className="check__report" readOnly rows={12} value={reportText(report, navigator.userAgent)} />
          <Button
            kind="secondary"
            onPress={() => {
              const text = reportText(report, navigator.userAgent);
              Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
                () => setCopied('yes'),
                () => {
                  document.querySelector<HTMLTextAreaElement>('#report')?.select();
                  setCopied('failed');
                },
              );
            }}
          >
            Copy the report
          </Button>
          <p role="status">
            {copied === 'yes' && 'Copied.'}
            {copied === 'failed' && 'This web view does not let the page copy. The report is selected: copy it by hand.'}
          </p>
        </>
      )}
    </main>
  );
}

function Step({ step, outcome, isRunning }: { step: StepName; outcome: Outcome | undefined; isRunning: boolean }) {
  const state = outcome?.verdict ?? (isRunning ? 'running' : 'waiting');
  return (
    <li className={`check__step check__step--${state}`}>
      <p className="check__line">
        <span className="strong">{step}</span>
        <span className="check__state">
          {state}
          {outcome?.took != null && ` · ${Math.round(outcome.took)} ms`}
        </span>
      </p>
      {outcome?.remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {outcome?.messages.map((message, index) => (
        <pre key={index} className="check__said">
          {message}
        </pre>
      ))}
    </li>
  );
}
