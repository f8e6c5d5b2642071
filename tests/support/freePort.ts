import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: one of those could take the port before its server listens. */
const LOWEST = 12_000;
const HIGHEST = 32_000;

/** Test files run in several processes, and each begins somewhere else. */
let next = LOWEST + ((process.pid * 97) % (HIGHEST - LOWEST));

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

/** A port of loopback on which nothing listens. No two calls get the same. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port >= HIGHEST ? LOWEST : port + 1;
    if (await isFree(port)) return port;
  }
}
