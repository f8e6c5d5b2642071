/**
 * Random requests of every kind to every call, from a seed: never a crash, always the form of an answer, no word of
 * another borrower, and every row of another borrower as it was. `npm run test:long` sends 100,000.
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
/** Words of a victim that an attacker wrote into something of the attacker's own, and reads there again. */
const writtenByAttackers = new Set<string>();

beforeAll(async () => {
  lender = await startLender({ env: { LOG_LEVEL: 'error' }, log: { write: (line) => lines.push(line) } });
  theirs = await victims(lender);
  attackers = [await person(lender, 'debtor'), await person(lender, 'applicant')];
  mutated = createMutator(attackers, theirs.people, SEED);
  printFigures(`${slices.length * SLICE} mutated requests: MUTATION_SEED=${SEED}`);
});
afterAll(() => lender?.stop());
/** What one slice made the lender log is no fault of the next. */
beforeEach(() => void (lines.length = 0));

/** What is wrong with the answer to a request; null: nothing. */
async function complaintAbout(request: RawHttp): Promise<string | null> {
  const { status, text } = await sendMutated(lender.url, request);
  // Bytes that end before a request does are answered by the end of the connection.
  if (status === 0) return request.bytes ? null : 'no answer';
  if (status >= 500) return `status ${status}: ${text}`;
  if (text.startsWith('{"code":0,')) for (const word of request.foreign) writtenByAttackers.add(word);
  const leaked = theirs.leaks(text).filter((word) => ![...writtenByAttackers].some((written) => written.includes(word)));
  if (leaked.length > 0) return `leaks ${leaked.join(', ')}`;
  if (text === '' && request.method === 'HEAD') return null;
  // What follows the first answer belongs to the rest of the bytes.
  if (request.bytes) return /^\{"code":-?\d+,"msg":"/.test(text) || text === '' ? null : `no envelope: ${text}`;
  const answer = JSON.parse(text) as Record<string, unknown>;
  if (Object.keys(answer).sort().join() !== 'code,data,msg' || typeof answer['code'] !== 'number' || typeof answer['msg'] !== 'string')
    return `no envelope: ${text}`;
  return answer['code'] === CODE.serverError ? `code ${CODE.serverError}: ${text}` : null;
}

it.each(slices)('mutated requests, slice %d: no crash, no foreign word, no changed row', async (slice) => {
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
