/**
 * Passwords of staff: scrypt with the parameters of OWASP's password storage cheat sheet, stored in the PHC string format
 * `$scrypt$ln=15,r=8,p=3$salt$hash`. If the parameters are raised later, a member's hash is renewed at the next sign-in.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { DeskRefused } from './deskRefused.ts';

/** @property ln binary logarithm of scrypt's N. */
interface Cost {
  ln: number;
  r: number;
  p: number;
}

/** 32 MB for each hash: the cheat sheet has several equally strong choices, and this one fits into a small container. */
const COST: Cost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MOST_MEMORY = 256 * 1024 * 1024;

export const SHORTEST = 12;

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Bytes in a normal form: the same password may arrive as other characters from another keyboard. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

/** Computes a hash. */
export const derive = (password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(bytesOf(password), salt, HASH_BYTES, { N: 2 ** ln, r, p, maxmem: MOST_MEMORY }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });

const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Stored {
  cost: Cost;
  salt: Buffer;
  hash: Buffer;
}

function read(stored: string): Stored {
  const [, ln, r, p, salt = '', hash = ''] = PHC.exec(stored) ?? [];
  if (ln === undefined) throw new Error('a stored password is no PHC string of scrypt');
  return { cost: { ln: Number(ln), r: Number(r), p: Number(p) }, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

const isCurrent = ({ cost }: Stored): boolean => cost.ln === COST.ln && cost.r === COST.r && cost.p === COST.p;

export interface Passwords {
  /** @returns a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Checks a password. Without a stored hash it does the same work, so that the time of an answer does not reveal whether a name
   * exists.
   * @param stored null: there is no such member, or no password yet.
   */
  check(stored: string | null, password: string): Promise<{ isRight: boolean; isOutdated: boolean }>;
}

/** @param work computes a hash; tests pass another function. */
export function createPasswords(work: typeof derive = derive): Passwords {
  let last: Promise<unknown> = Promise.resolve();
  /** Computes hashes one after the other, so that many concurrent sign-ins need the memory of one. */
  const inTurn = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> => {
    const mine = last.then(() => work(password, salt, cost));
    last = mine.catch(() => undefined);
    return mine;
  };
  const nobody: Stored = { cost: COST, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await inTurn(password, salt, COST);
      return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(hash)}`;
    },
    async check(stored, password) {
      const kept = stored === null ? nobody : read(stored);
      const hash = await inTurn(password, kept.salt, kept.cost);
      return { isRight: timingSafeEqual(hash, kept.hash), isOutdated: !isCurrent(kept) };
    },
  };
}

/** Lowest accepted score of the estimator: from 3 on, guessing a password from a stolen hash takes long. */
const SAFE = 3;

/** Length from which parts of a name are not allowed in a password. */
const PART = 3;

/**
 * Refuses passwords that others would guess: short or common ones, patterns of the keyboard, and ones with a name in them. The
 * estimator and its lists are loaded when the first password is chosen.
 * @param words names of the member and of the lender.
 * @throws DeskRefused badInput
 */
export async function refuseWeak(password: string, words: readonly string[]): Promise<void> {
  if ([...password].length < SHORTEST) throw new DeskRefused('badInput', `Choose a password of at least ${SHORTEST} characters.`);
  const lower = password.toLowerCase();
  const parts = words.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= PART);
  if (parts.some((part) => lower.includes(part)))
    throw new DeskRefused('badInput', 'Choose a password that contains neither your name nor the name of the lender.');
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const { score } = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 100 }).check(password, [...parts]);
  if (score < SAFE)
    throw new DeskRefused(
      'badInput',
      'Others would guess this password: it is common or follows a pattern. Four random words are a good one.',
    );
}
