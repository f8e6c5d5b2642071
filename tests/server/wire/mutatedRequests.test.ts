/**
 * Random requests of every kind to every call, from a seed: no crash, always a well-formed answer, no text of another borrower,
 * and no change to rows of another borrower. `npm run test:long` sends 100,000.
 * `MUTATION_SEED` sends those of an earlier run again.
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { printFigures } from '#tests/support/console.ts';
import { repetitions } from '#tests/support/effort.ts';
import { createMutator, sendMutated, type RawHttp } from '#tests/support/mutatedRequests.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { isSignedIn, person, signInAgain, victims, type Person, type Victims } from '#tests/support/twoBorrowers.ts';

const SEED = Number(process.env['MUTATION_SEED'] ?? randomInt(2 ** 31));
const SLICE = 500;
const slices = Array.from({ length: repetitions({ sample: 2_000, all: 100_000 }) / SLICE }, (_, index) => index);

const lines: string[] = [];
let lender: TestLender;
let theirs: Victims;
let attackers: Person[];
let mutated: (n: number) => RawHttp;
/** Texts of a victim that an attacker wrote into own data, and may read there. */
const writtenByAttackers = new Set<string>();

beforeAll(async () => {
  lender = await startLender({ env: { LOG_LEVEL: 'error' }, log: { write: (line) => lines.push(line) } });
  theirs = await victims(lender);
  attackers = [await person(lender, 'debtor'), await person(lender, 'applicant')];
  mutated = createMutator(attackers, theirs.people, SEED);
  printFigures(`${slices.length * SLICE} mutated requests: MUTATION_SEED=${SEED}`);
});
afterAll(() => lender?.stop());
/** Each slice is judged by the log lines of its own requests. */
beforeEach(() => void (lines.length = 0));

/** The fault of an answer; null: none. */
async function complaintAbout(request: RawHttp): Promise<string | null> {
  const { status, text } = await sendMutated(lender.url, request);
  // When the bytes end before a request does, the lender closes the connection without an answer.
  if (status === 0) return request.bytes ? null : 'no answer';
  if (status >= 500) return `status ${status}: ${text}`;
  if (text.startsWith('{"code":0,')) for (const word of request.foreign) writtenByAttackers.add(word);
  const leaked = theirs.leaks(text).filter((word) => ![...writtenByAttackers].some((written) => written.includes(word)));
  if (leaked.length > 0) return `leaks ${leaked.join(', ')}`;
  if (text === '' && request.method === 'HEAD') return null;
  // Raw bytes may contain several requests, so other answers may follow the first.
  if (request.bytes) return /^\{"code":-?\d+,"msg":"/.test(text) || text === '' ? null : `no envelope: ${text}`;
  const answer = JSON.parse(text) as Record<string, unknown>;
  if (Object.keys(answer).sort().join() !== 'code,data,msg' || typeof answer['code'] !== 'number' || typeof answer['msg'] !== 'string')
    return `no envelope: ${text}`;
  return answer['code'] === CODE.serverError ? `code ${CODE.serverError}: ${text}` : null;
}

it.each(slices)('mutated requests, slice %d: cause no crash, no text of another borrower, and no change of a row', async (slice) => {
  for (let n = slice * SLICE; n < (slice + 1) * SLICE; n++) {
    if (n % 50 === 0) for (const attacker of attackers) if (!(await isSignedIn(attacker))) await signInAgain(lender, attacker);
    const request = mutated(n);
    const complaint = await complaintAbout(request).catch((error: unknown) => String(error));
    const { call, mutations, method, path, body, bytes } = request;
    const sent = JSON.stringify({ call, mutations, method, path, body: (bytes ?? body)?.toString('latin1') }).slice(0, 3_000);
    expect(complaint, `MUTATION_SEED=${SEED}, request ${n}: ${sent}\n${lines.join('')}`).toBeNull();
  }
  expect(lines, `MUTATION_SEED=${SEED}`).toEqual([]);
  expect(await theirs.complaints(), `MUTATION_SEED=${SEED}`).toEqual([]);
});
