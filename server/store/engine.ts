/** The embedded engine and its folder. It speaks PostgreSQL's protocol, so the driver of PostgreSQL drives it. */
import fs from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { DurableNodeFS, openDurable, syncDatabase } from './durable.ts';
import { isNoRoom } from './diskRoom.ts';
import { unpackDatabase } from './emptyDatabase.ts';
import { makeFolder, syncPath } from './folder.ts';

/** An answer of the engine. `isOver`: the engine ended while it answered; a further `send` rejects. */
export interface EngineAnswer {
  bytes: Uint8Array;
  isOver: boolean;
}

export interface Engine {
  /**
   * May be called before the earlier answers arrive; the order is kept.
   * @param bytes whole messages of one connection; a connection begins with its startup message.
   */
  send(bytes: Uint8Array): Promise<EngineAnswer>;
  /** Must not be called after the engine has ended: the next opening of the database recovers its files. */
  close(): Promise<void>;
}

/**
 * The engine could not start. `isOutOfRoom`: an operation on a file failed because the disk is full, which the engine's own
 * errors do not always say.
 */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  constructor(
    message: string,
    readonly code: string | undefined,
    readonly isOutOfRoom: boolean,
    readonly isForOperator: boolean,
  ) {
    super(message);
  }
}

const FATAL = ['PANIC', 'FATAL'];

/** The severity in an ErrorResponse. Its fields are one letter and a text that ends with a zero byte. */
function severityOf(error: Buffer): string {
  for (let at = 5; at < error.length && error[at] !== 0;) {
    const end = error.indexOf(0, at + 1);
    if (String.fromCharCode(error[at] ?? 0) === 'V') return error.toString('utf8', at + 1, end);
    at = end + 1;
  }
  return '';
}

/** Splits into messages of the protocol: a letter and a length that includes its own bytes. A startup message has no letter. */
function* messagesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const lengthAt = bytes[at] === 0 ? at : at + 1;
    const end = lengthAt + bytes.readUInt32BE(lengthAt);
    yield bytes.subarray(at, end);
    at = end;
  }
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

const isError = (message: Buffer): boolean => message[0] === 0x45;
const isStartup = (message: Buffer): boolean => message[0] === 0;
const isTerminate = (message: Buffer): boolean => message[0] === 0x58;

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeUInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

class PgliteEngine implements Engine {
  private wasConnected = false;
  private isOver = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pglite: PGlite,
    private readonly files: DurableNodeFS,
  ) {}

  send(bytes: Uint8Array): Promise<EngineAnswer> {
    const answer = this.last.then(() => this.exchange(bytes));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async exchange(bytes: Uint8Array): Promise<EngineAnswer> {
    if (this.isOver) throw new Error('the engine has ended');
    const answers: Buffer[] = [];
    for (const message of messagesOf(asBuffer(bytes))) {
      if (isTerminate(message)) break;
      // All connections share one session of the engine, so the state that one leaves is discarded before the next begins.
      if (isStartup(message) && this.wasConnected) for (const sql of ['rollback', 'discard all']) await this.answer(simpleQuery(sql));
      this.wasConnected ||= isStartup(message);
      const answer = await this.answer(message);
      answers.push(answer);
      if ([...messagesOf(answer)].some((one) => isError(one) && FATAL.includes(severityOf(one)))) {
        this.end();
        return { bytes: Buffer.concat(answers), isOver: true };
      }
    }
    return { bytes: Buffer.concat(answers), isOver: false };
  }

  /** Sends one message only: after an answer that ends the engine, no further message may reach it. */
  private async answer(message: Buffer): Promise<Buffer> {
    const parts: Buffer[] = [];
    try {
      await this.pglite.execProtocolRawStream(message, { syncToFs: false, onRawData: (part) => parts.push(Buffer.from(part)) });
    } catch (error) {
      this.end();
      throw error;
    }
    return Buffer.concat(parts);
  }

  private end(): void {
    this.isOver = true;
    this.files.closeFiles();
  }

  close(): Promise<void> {
    return this.pglite.close();
  }
}

/**
 * Creates the database in a folder beside `folder` and renames that one: after an interrupted first start, `folder` holds no
 * incomplete database. @returns whether the engine created it; false: it was unpacked.
 */
async function makeDatabase(folder: string, filesAt: (at: string) => DurableNodeFS): Promise<boolean> {
  const making = `${folder}.new`;
  fs.rmSync(making, { recursive: true, force: true });
  makeFolder(making);
  const isUnpacked = await unpackDatabase(making);
  if (isUnpacked) syncDatabase(making);
  else await (await openDurable(making, filesAt(making))).close();
  fs.renameSync(making, folder);
  syncPath(path.dirname(folder));
  return !isUnpacked;
}

const isEmpty = (folder: string): boolean => !fs.existsSync(folder) || fs.readdirSync(folder).length === 0;

async function attempt<T>(work: (filesAt: (at: string) => DurableNodeFS) => Promise<T>): Promise<T> {
  let files: DurableNodeFS | undefined;
  try {
    return await work((at) => (files = new DurableNodeFS(at)));
  } catch (error) {
    files?.closeFiles();
    const message = error instanceof Error ? error.message : String(error);
    const { code, name } = error as NodeJS.ErrnoException;
    throw new EngineFailure(message, code, isNoRoom(error) || (files?.isOutOfRoom ?? false), name === 'CannotStart');
  }
}

/** Creates a database if the folder is empty or missing. @returns whether the engine created it here. @throws EngineFailure */
export const makeMissing = (folder: string): Promise<boolean> =>
  attempt(async (filesAt) => isEmpty(folder) && makeDatabase(folder, filesAt));

/** Opens the database in the folder, which must be locked; creates a missing one. @throws EngineFailure */
export async function openEngine(folder: string): Promise<Engine> {
  await makeMissing(folder);
  return attempt(async (filesAt) => {
    fs.chmodSync(folder, 0o700);
    const files = filesAt(folder);
    return new PgliteEngine(await openDurable(folder, files), files);
  });
}
