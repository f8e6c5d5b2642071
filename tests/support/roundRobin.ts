/** A proxy in front of several lenders that sends each request to the next one in turn. */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  url: string;
  /** Sends new requests to these lenders. Requests under way stay with their lender. */
  use(targets: readonly string[]): void;
  /** Number of requests that were sent to this lender. */
  sentTo(target: string): number;
  /** Number of requests that no lender answered. */
  unanswered(): number;
  close(): Promise<void>;
}

/** The proxy passes `x-forwarded-for` on unchanged, so that a test can name the caller's address like an outer proxy. */
export async function startRoundRobin(first: readonly string[]): Promise<RoundRobin> {
  let targets = first;
  let turn = 0;
  let failures = 0;
  const sent = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });

  function pass(from: IncomingMessage, to: ServerResponse): void {
    const target = targets[turn++ % targets.length];
    if (target === undefined) return void to.writeHead(502).end();
    sent.set(target, (sent.get(target) ?? 0) + 1);
    const onward = request(target + (from.url ?? '/'), { method: from.method, headers: from.headers, agent }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => {
      failures++;
      to.destroy();
    });
    from.pipe(onward);
  }

  const server = createServer(pass).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (next) => void (targets = next),
    sentTo: (target) => sent.get(target) ?? 0,
    unanswered: () => failures,
    async close() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
