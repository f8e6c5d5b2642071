/**
 * M-PESA and a gateway of texts that accept everything at once and report nothing. A query about a prompt gets the answer that
 * the borrower has cancelled it, so that prompts of a warm-up are over before a measurement.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @param onRequest called with the path of each request. */
export async function startRail(onRequest: (path: string) => void = () => undefined): Promise<{ url: string; close: () => void }> {
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume();
    onRequest(request.url ?? '');
    const id = `bench-${++taken}`;
    response.setHeader('content-type', 'application/json');
    const answer = { access_token: 'token', expires_in: '3599', ResponseCode: '0', CheckoutRequestID: id, ConversationID: id };
    const cancelled = { ResultCode: '1032', ResultDesc: 'Request cancelled by user.' };
    const isQuery = request.url?.endsWith('/stkpushquery/v1/query');
    response.end(JSON.stringify({ ...answer, OriginatorConversationID: id, ...(isQuery && cancelled) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
