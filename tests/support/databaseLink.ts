/** The network between a lender and its PostgreSQL: a TCP proxy that can fall silent, or lose the answer to a statement. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DatabaseLink {
  /** The address of the database through the proxy. */
  url: string;
  /** From now on no data passes and no connection is closed, as when a machine loses its power. */
  fallSilent(): void;
  /** Passes all data again, with the data that was held back. */
  speak(): void;
  /**
   * Passes the next message that contains this text, and closes the connection when the answer arrives.
   * @param clientPort of one session, as in `pg_stat_activity`; any session when left out.
   */
  loseAnswerTo(words: string, clientPort?: number): void;
  /** New connections go to the server of this address from now on. Open connections are closed. */
  leadTo(databaseUrl: string): void;
  close(): Promise<void>;
}

export async function openDatabaseLink(databaseUrl: string): Promise<DatabaseLink> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  let loses: { words: string; clientPort: number | undefined } | null = null;

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let losesAnswer = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        (socket === near ? far : near).destroy();
      });
      if (isSilent) socket.pause();
    }
    near.on('data', (chunk) => {
      const isMeant = loses !== null && (loses.clientPort ?? far.localPort) === far.localPort;
      if (loses !== null && isMeant && chunk.toString('latin1').includes(loses.words)) {
        losesAnswer = true;
        loses = null;
      }
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (losesAnswer) near.destroy();
      else near.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    loseAnswerTo: (words, clientPort) => void (loses = { words, clientPort }),
    leadTo(other) {
      target = new URL(other);
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
