/** The network between the lender and the rail. It records requests, and fails where a test sets a fault. */

/** A fault of all requests whose path contains a text. */
export type Fault = 'answer lost' | 'never arrives' | { status: number; body: object };

export interface FaultyNetwork {
  faults: { path: string; fault: Fault; times: number }[];
  requests: { path: string; body: Record<string, unknown> }[];
  fetch: typeof fetch;
  /** Clears failures and recorded requests. */
  heal(): void;
}

export function createFaultyNetwork(): FaultyNetwork {
  const network: FaultyNetwork = {
    faults: [],
    requests: [],
    async fetch(input, init) {
      const path = new URL(input instanceof Request ? input.url : input).pathname;
      network.requests.push({ path, body: typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {} });
      const hit = network.faults.find((f) => path.includes(f.path) && f.times-- > 0);
      if (hit?.fault === 'never arrives') throw new TypeError('fetch failed');
      if (typeof hit?.fault === 'object') return new Response(JSON.stringify(hit.fault.body), { status: hit.fault.status });
      const response = await fetch(input, init);
      if (hit) throw new TypeError('connection reset');
      return response;
    },
    heal() {
      network.faults = [];
      network.requests = [];
    },
  };
  return network;
}
