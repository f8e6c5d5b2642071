/**
 * The channel between an operator's verb and a lender that has the embedded database open: a socket in the data folder, which
 * only the lender's system user can open. A request is one line of JSON. The answer is several lines, the last one the result.
 */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '#server/store/cannotStart.ts';
import { describeOutcome, type Command, type CommandRun, type Outcome } from './commands.ts';

const SOCKET = 'operator.sock';
/** Longest path of a socket, in bytes. Some systems allow no longer one. */
const LONGEST_NAME = 100;

const socketOf = (dataDir: string): string => path.join(path.resolve(dataDir), SOCKET);
const isPossible = (socket: string): boolean => process.platform !== 'win32' && Buffer.byteLength(socket) <= LONGEST_NAME;

type Line = { say: string } | { done: Outcome } | { failed: string };

export interface Channel {
  close(): Promise<void>;
}

/** @param run carries a command out. @returns null if the path is too long for a socket, and on Windows. */
export async function openChannel(dataDir: string, run: CommandRun): Promise<Channel | null> {
  const socket = socketOf(dataDir);
  if (!isPossible(socket)) return null;
  // Removes the socket of a killed lender. This process has locked the folder, so no other lender uses the socket.
  fs.rmSync(socket, { force: true });
  const connections = new Set<net.Socket>();
  const server = net.createServer((connection) => {
    connections.add(connection);
    let isGone = false;
    connection.on('error', () => (isGone = true));
    connection.on('close', () => {
      isGone = true;
      connections.delete(connection);
    });
    const write = (line: Line): void => void (isGone || connection.write(`${JSON.stringify(line)}\n`));
    const lines = createInterface(connection);
    // The reader repeats the errors of its connection, which are handled above.
    lines.on('error', () => undefined);
    lines.once('line', (text) => {
      const say = (line: string): void => write({ say: line });
      Promise.resolve()
        .then(() => run(JSON.parse(text) as Command, say, () => isGone))
        .then(
          (done) => write({ done }),
          (error: unknown) => write({ failed: describeOutcome(error) }),
        )
        .finally(() => connection.end());
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve));
  fs.chmodSync(socket, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}

/** How long a verb waits for a lender that is starting, ms. A start may take seconds before the lender opens the channel. */
const START = 15_000;
const AGAIN = 250;

/** A connection to the lender; null: the lender accepts none. */
const connectTo = (socket: string): Promise<net.Socket | null> =>
  new Promise((resolve) => {
    const connection = net.connect(socket, () => resolve(connection));
    connection.once('error', () => resolve(null));
  });

/**
 * Sends a command to the lender that has locked this folder. Waits for a lender that is starting.
 * @param patience longest wait, ms.
 * @throws CannotStart with an instruction for the operator when the lender cannot be reached.
 */
export async function askLender(dataDir: string, command: Command, say: (line: string) => void, patience = START): Promise<Outcome> {
  const socket = socketOf(dataDir);
  if (!isPossible(socket))
    throw new CannotStart(
      `A lender holds the database in ${dataDir} and cannot be asked there (the name of the folder is too long for a socket): stop it and run this again.`,
    );
  const unreachable = new CannotStart(
    `A lender holds the database in ${dataDir} and cannot be asked. If it is still starting, wait until it is ready; otherwise stop it. Then run this again.`,
  );
  const end = performance.now() + patience;
  let connection = await connectTo(socket);
  for (; !connection; connection = await connectTo(socket)) {
    if (performance.now() + AGAIN > end) throw unreachable;
    await sleep(AGAIN);
  }
  return answerOf(connection, command, say, unreachable);
}

function answerOf(connection: net.Socket, command: Command, say: (line: string) => void, unreachable: CannotStart): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    connection.on('error', () => reject(unreachable));
    const lines = createInterface(connection);
    lines.on('error', () => reject(unreachable));
    lines.on('line', (text) => {
      const line = JSON.parse(text) as Line;
      if ('say' in line) say(line.say);
      else if ('done' in line) resolve(line.done);
      else reject(new CannotStart(line.failed));
    });
    lines.once('close', () => reject(new CannotStart('The lender ended before it had answered: run this again.')));
    connection.write(`${JSON.stringify(command)}\n`);
  });
}
