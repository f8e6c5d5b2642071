/** Client of the lender's sandbox routes. Plain JSON, because this page is a tool and not part of the product. */
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import {
  SANDBOX_API,
  transitionsPath,
  type CommandDone,
  type SandboxCommands,
  type SandboxLedger,
  type SandboxRefusal,
  type SandboxState,
} from '#src/api/sandbox.ts';

/** The reason why a command was refused, as a sentence for the person at the sandbox. */
export class Refused extends Error {
  override name = 'Refused';
}

const UNREACHABLE = 'The lender does not answer. Nothing was done.';
/** Deadline of a call. The lender runs on this machine and answers sooner. ms. */
const PATIENCE = 20_000;

export interface LenderApi {
  state(): Promise<SandboxState>;
  /** @throws Refused */
  ledger(orderNo: string): Promise<SandboxLedger>;
  /** The lender's transitions of an order. @throws Refused */
  transitions(orderNo: string): Promise<OrderTransition[]>;
  /** @throws Refused */
  command<P extends keyof SandboxCommands>(path: P, body: SandboxCommands[P]): Promise<CommandDone>;
}

export function createLenderApi(fetch: typeof globalThis.fetch): LenderApi {
  async function ask<T>(path: string, init?: RequestInit): Promise<T> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), PATIENCE);
    try {
      const response = await fetch(SANDBOX_API + path, { ...init, cache: 'no-store', signal: abort.signal });
      const answer = (await response.json()) as T | SandboxRefusal;
      if (!response.ok) throw new Refused((answer as SandboxRefusal).error || `The lender answered ${response.status}.`);
      return answer as T;
    } catch (error) {
      throw error instanceof Refused ? error : new Refused(UNREACHABLE);
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    state: () => ask('/state'),
    ledger: (orderNo) => ask(`/ledger?orderNo=${encodeURIComponent(orderNo)}`),
    transitions: (orderNo) => ask(transitionsPath(orderNo)),
    command: (path, body) => ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  };
}
