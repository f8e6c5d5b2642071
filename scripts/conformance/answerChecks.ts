/** Checks of an answer, by kind. Each returns a sentence for every difference. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv, type ValidateFunction } from 'ajv';
import { CODE } from '#machines/model/codes.ts';
import type { CallName } from '#src/api/contract.ts';
import { root } from '../lib/install.mjs';
import { FORMS_FILES, type Forms } from './forms.ts';
import type { Response } from './rawRequests.ts';

/**
 * `form`: the shape of the answer and of its data. `code`: the code of the answer. `session`: the four codes of a session.
 * `time`: units and clocks. `idempotency`: the answer to a repeated request.
 */
export const KINDS = ['form', 'code', 'session', 'time', 'idempotency'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether a value is a time of this century in milliseconds. Seconds and microseconds are out of this range. */
const isInstant = (value: number): boolean => value >= 946_684_800_000 && value < 4_102_444_800_000;

const CODES: ReadonlySet<number> = new Set(Object.values(CODE));
const NAMES = new Map<number, string>(Object.entries(CODE).map(([name, code]) => [code, name]));
const SESSION: readonly number[] = [CODE.notLoggedIn, CODE.tokenExpired, CODE.loggedInElsewhere, CODE.tokenInvalid];

export const named = (code: unknown): string =>
  typeof code === 'number' ? `${code}${NAMES.has(code) ? ` (${NAMES.get(code)})` : ''}` : JSON.stringify(code);

/** HTTP statuses by code, as `docs/wire.md` lists them. Every other code is answered with 200. */
const STATUS: Readonly<Record<number, number>> = { [CODE.serverError]: 500, [CODE.tryLater]: 503 };

export const codeOf = ({ body }: Response): number | null => (typeof body?.['code'] === 'number' ? body['code'] : null);
export const isSuccess = (answer: Response): boolean => codeOf(answer) === CODE.ok;
export const isSessionCode = (code: number | null): boolean => code !== null && SESSION.includes(code);

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}...` : text);

/** Checks the form of an answer: `{ code, msg, data }` as JSON, with the HTTP status of its code. */
export function differencesOfAnswer(answer: Response, isAdapted: boolean): string[] {
  const { status, body, text, contentType } = answer;
  if (status === 0) return ['no answer arrived'];
  if (!body) return [`the answer is no JSON object { code, msg, data }: HTTP ${status}, ${JSON.stringify(shortened(text))}`];
  const found: string[] = [];
  const code = codeOf(answer);
  if (code === null) found.push(`code must be a whole number, not ${JSON.stringify(body['code'])}`);
  if (typeof body['msg'] !== 'string') found.push(`msg must be a text, not ${JSON.stringify(body['msg'])}`);
  if (!('data' in body)) found.push('data is missing; where there is none it is null');
  // With an adapter, status and type may be others.
  if (isAdapted) return found;
  if (!contentType.startsWith('application/json')) found.push(`content-type must be application/json, not "${contentType}"`);
  const wanted = STATUS[code ?? CODE.ok] ?? 200;
  if (status !== wanted) found.push(`HTTP status must be ${wanted} for every answer of a call, not ${status}`);
  return found;
}

export function differenceOfCode(answer: Response, expected: readonly number[]): string[] {
  const code = codeOf(answer);
  if (code === null || expected.includes(code)) return [];
  const unknown = CODES.has(code) ? '' : ', which is no code of the contract';
  const said = answer.body?.['msg'];
  return [`answered ${named(code)}${unknown}${said ? `: ${JSON.stringify(said)}` : ''}; expected ${expected.map(named).join(' or ')}`];
}

/** Sentences about the data of a successful answer, separately for its form and for its times. */
export type DataCheck = (name: CallName, answer: Response) => { form: string[]; time: string[] };

export function createDataCheck(): DataCheck {
  const { definitions, calls } = JSON.parse(readFileSync(join(root, FORMS_FILES.answers), 'utf8')) as Forms;
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.addFormat('instant', { type: 'number', validate: isInstant });
  ajv.addFormat('cents', { type: 'number', validate: Number.isSafeInteger });
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  const compiled = new Map<CallName, ValidateFunction>();
  return (name, answer) => {
    const check = compiled.get(name) ?? ajv.compile({ definitions, ...calls[name] });
    compiled.set(name, check);
    const found: { form: string[]; time: string[] } = { form: [], time: [] };
    if (check(answer.body?.['data'])) return found;
    for (const { instancePath, message = '', keyword, params } of check.errors ?? []) {
      // If none of several forms fits, the messages about each form say more.
      if (keyword === 'anyOf') continue;
      const place = `data${instancePath.replaceAll('/', '.')}`;
      const isTime = keyword === 'format' && 'format' in params && params['format'] === 'instant';
      if (isTime) found.time.push(`${place} must be milliseconds since 1970`);
      else found.form.push(`${place} ${message}`);
    }
    return { form: [...new Set(found.form)], time: [...new Set(found.time)] };
  };
}

/** Checks the header with the clock of the back end. Any time of this century is right, because a sandbox's clock may be moved. */
export const differenceOfClock = ({ serverTime }: Response): string[] =>
  serverTime === null
    ? ['the header x-server-time is missing: a phone with a wrong clock would be refused for ever']
    : isInstant(serverTime)
      ? []
      : [`the header x-server-time must be milliseconds since 1970, not ${serverTime}`];

/** Compares the answer to a repeated request with the first answer. */
export function differenceOfRepeat(first: Response, again: Response): string[] {
  const [one, two] = [first.body ?? {}, again.body ?? {}];
  if (isDeepStrictEqual({ code: one['code'], data: one['data'] }, { code: two['code'], data: two['data'] })) return [];
  const what = one['code'] === two['code'] ? 'other data' : `${named(two['code'])} after ${named(one['code'])}`;
  return [`the same bytes again got ${what}: a web view sends a request again when a connection breaks, and must get the first answer`];
}
