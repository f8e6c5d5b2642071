/** Serves the page of the differences on loopback, and stores the approvals that are given on it. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/** Longest id that is read, in characters. */
const LONGEST_ID = 200;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LONGEST_ID) throw new Error('too long for an id');
  }
  return text;
}

/** The requests that the page may send, each with the id of a journey. @throws for an id that is not on the page. */
export interface DiffActs {
  approve: (id: string) => Promise<void>;
  /** Takes an approval back. */
  withdraw: (id: string) => Promise<void>;
}

/** @returns the address of the page. */
export async function serveDiff(folder: string, acts: DiffActs): Promise<{ address: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const name = basename(new URL(`http://here${request.url ?? '/'}`).pathname);
    if (request.method === 'POST' && (name === 'approve' || name === 'withdraw')) {
      // Another site, open in the same browser, must not approve in the person's name.
      const { origin, host } = request.headers;
      if (origin !== `http://${host}`) return void response.writeHead(403).end('from another page');
      textOf(request)
        .then(acts[name])
        .then(
          () => response.writeHead(204).end(),
          (error: Error) => response.writeHead(400).end(error.message),
        );
      return;
    }
    readFile(join(folder, name === '' ? 'index.html' : name)).then(
      (content) =>
        response.writeHead(200, { 'content-type': name.endsWith('.png') ? 'image/png' : 'text/html; charset=utf-8' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
