import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems use for outgoing connections. Such a connection could take the port before the server listens. */
const LOWEST = 12_000;
const HIGHEST = 32_000;

/** The first port depends on the process, because test files run in several processes. */
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

/** A free port on loopback. No two calls return the same port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port >= HIGHEST ? LOWEST : port + 1;
    if (await isFree(port)) return port;
  }
}
