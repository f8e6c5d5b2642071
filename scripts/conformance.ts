/**
 * `npm run conformance -- ADDRESS`: runs every call of the contract against a back end (`docs/conformance.md`). Exit code 0: it
 * conforms; 1: something differs, or the run could not begin.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import type { Adapter } from '#src/api/adapter.ts';
import { contract } from '#src/api/contract.ts';
import { SPECIMENS, type Specimen } from '#src/api/sandbox.ts';
import { KINDS } from './conformance/answerChecks.ts';
import { runConformance, type Report } from './conformance/runConformance.ts';
import { isSandbox, personEvents, sandboxEvents } from './conformance/outsideEvents.ts';

class UsageError extends Error {}

const OPTIONS = {
  'package-name': { type: 'string', default: 'ke.example.loan' },
  'app-name': { type: 'string', default: 'Example Loan' },
  envelope: { type: 'string', default: 'on' },
  adapter: { type: 'string' },
  sandbox: { type: 'boolean' },
  mobile: { type: 'string' },
  'new-mobile': { type: 'string' },
  code: { type: 'string' },
  photos: { type: 'string' },
  skip: { type: 'string' },
  wait: { type: 'string', default: '600' },
  json: { type: 'boolean' },
  'write-forms': { type: 'boolean' },
} as const;

const here = (path: string): string => resolve(process.env['INIT_CWD'] ?? '.', path);

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}

function numberIn(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const mobile = toMsisdn(text);
  if (mobile === null) throw new UsageError(`--${name} must be a Kenyan mobile number, such as 0712345678, not "${text}".`);
  return mobile;
}

/** `{ "mangoCashRepayLink": "we do not offer it", "*.time": "..." }` */
function readSkips(file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(here(file), 'utf8'));
  } catch (error) {
    throw new UsageError(`--skip: ${here(file)} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const isKnown = (key: string): boolean => {
    const [call = '', kind] = key.split('.');
    const isCall = call === 'wire' || call in contract;
    return kind === undefined ? isCall : (isCall || call === '*') && KINDS.some((one) => one === kind);
  };
  const skips = Object.entries(typeof read === 'object' && read !== null ? read : {});
  for (const [key, reason] of skips) {
    if (!isKnown(key)) throw new UsageError(`--skip: "${key}" is no call and no kind of one (${KINDS.join(', ')}).`);
    if (typeof reason !== 'string' || reason.trim() === '') throw new UsageError(`--skip: "${key}" needs a reason.`);
  }
  return Object.fromEntries(skips) as Record<string, string>;
}

function readPhotos(folder: string | undefined): Partial<Record<Specimen, Blob>> {
  if (folder === undefined) return {};
  return Object.fromEntries(
    SPECIMENS.map((name) => [name, join(here(folder), `${name}.jpg`)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([name, file]) => [name, new Blob([readFileSync(file)], { type: 'image/jpeg' })]),
  );
}

async function readAdapter(file: string | undefined): Promise<Adapter> {
  if (file === undefined) return {};
  if (!existsSync(here(file))) throw new UsageError(`--adapter: there is no ${here(file)}.`);
  const { adapter } = (await import(pathToFileURL(here(file)).href)) as { adapter?: Adapter };
  if (!adapter) throw new UsageError(`--adapter: ${here(file)} exports no adapter.`);
  return adapter;
}

/** A number without an account, for the sandbox. It is derived from the time, so that no other run uses the same number. */
const unused = (at: number, offset: number): string => `2547${String(((at + offset) % 90_000_000) + 10_000_000)}`;

async function run(): Promise<Report> {
  const { values, positionals } = readOptions();
  const address = positionals[0]?.replace(/\/+$/, '') ?? '';
  if (positionals.length !== 1 || !/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new UsageError('Name the address of one back end, such as http://127.0.0.1:8080 or https://lender.example/backend.');
  if (values.envelope !== 'on' && values.envelope !== 'off') throw new UsageError('--envelope must be on or off.');
  if (!values.sandbox && (values.mobile === undefined || values.code === undefined))
    throw new UsageError(
      'Name a test number and the code that it gets by --mobile and --code, or --sandbox for the sandbox of this project.',
    );
  if (values.sandbox && !(await isSandbox(address, fetch)))
    throw new UsageError(
      `There is no sandbox of this project at ${address}: start one by npm start, or leave --sandbox out and name a test number and its code by --mobile and --code.`,
    );
  const seconds = Number(values.wait);
  if (!(seconds >= 0)) throw new UsageError('--wait must be a number of seconds.');
  const now = Date.now;
  const say = (line: string): boolean => process.stderr.write(`${line}\n`);
  const mobile = numberIn('mobile', values.mobile) ?? unused(now(), 0);
  const outside = values.sandbox
    ? sandboxEvents(address, fetch)
    : personEvents({ code: values.code ?? '', photos: readPhotos(values.photos), patience: seconds * 1_000, say, sleep, now });
  return runConformance({
    address,
    packageName: values['package-name'],
    appName: values['app-name'],
    envelope: values.envelope === 'on',
    adapter: await readAdapter(values.adapter),
    fetch,
    outside,
    mobile,
    newMobile: numberIn('new-mobile', values['new-mobile']) ?? (values.sandbox ? unused(now(), 1) : null),
    skip: readSkips(values.skip),
    now,
    onCall: (call) => say(`  ${call}`),
  });
}

function print({ differences, run: calls, skipped }: Report): void {
  // A skipped call may have been sent for another call, and may have differed.
  const lines = [...new Set([...calls, ...differences.map(({ call }) => call)])].flatMap((call) => {
    const own = differences.filter((one) => one.call === call);
    return own.length === 0 ? [] : [call, ...own.map(({ kind, says }) => `  ${kind.padEnd(12)} ${says}`)];
  });
  const wrong = new Set(differences.map(({ call }) => call)).size;
  const left = skipped.map(({ call, reason }) => `skipped ${call}: ${reason}`);
  const sum = `${calls.filter((call) => !differences.some((one) => one.call === call)).length} conform, ${wrong} differ, ${skipped.length} skipped`;
  process.stdout.write(`${[...lines, ...left, sum].join('\n')}\n`);
}

try {
  const { values } = readOptions();
  if (values['write-forms']) await import('./conformance/writeForms.ts');
  else {
    const report = await run();
    if (values.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    else print(report);
    process.exitCode = report.differences.length > 0 ? 1 : 0;
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
