/** Ports that are exactly one call: their declarations name it, so nothing binds them by hand. */
import { PORT_NAMES, ports, type CallOf, type InputOf, type PortName } from '#machines/ports/index.ts';
import { contract, type CallName, type RequestOf, type ResponseOf } from '#src/api/contract.ts';
import type { Api } from '#src/api/client.ts';
import type { Work } from './binding.ts';

export type OneCallPortName = { [P in PortName]: [CallOf<P>] extends [never] ? never : P }[PortName];

/** A port without input sends an empty request, where the call takes one. */
type Request<P extends PortName, C extends CallName> = [InputOf<P>] extends [void]
  ? object extends RequestOf<C>
    ? void
    : RequestOf<C>
  : RequestOf<C>;

/** The type of a port whose declaration names a call that the contract lacks; it makes the binding fail to compile. */
interface NoSuchCall<C> {
  noSuchCall: C;
}

type OneCallPorts = {
  [P in OneCallPortName]: CallOf<P> extends CallName ? Work<ResponseOf<CallOf<P>>, Request<P, CallOf<P>>> : NoSuchCall<CallOf<P>>;
};

const isCall = (name: string): name is CallName => name in contract;

/** A call that reads is aborted when the state that invoked it is left. A call that changes something is never aborted. */
export function oneCallPorts(client: () => Promise<Api>): OneCallPorts {
  const works: Record<string, Work<unknown, object | undefined>> = {};
  for (const name of PORT_NAMES) {
    const { call } = ports[name];
    if (call === undefined || !isCall(call)) continue;
    const isRead = contract[call].retry;
    works[name] = async ({ input = {}, signal }) => (await client()).call(call, input as RequestOf<typeof call>, isRead ? { signal } : {});
  }
  // The loop binds each port to the call of its declaration, as the mapped type above says.
  return works as unknown as OneCallPorts;
}
