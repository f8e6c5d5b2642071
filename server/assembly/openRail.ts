/** The payment rail of this server: Daraja with the operator's credentials, or the simulator in the same process. */
import type { Config } from '../config.ts';
import type { CardGateway } from '#server/rail/cardGateway.ts';
import { createSharedTokens } from '#server/rail/accessTokens.ts';
import { createDaraja, type Daraja } from '#server/rail/daraja.ts';
import type { RailFault, RailFetch } from '#server/rail/darajaClient.ts';
import { createSimulatedCards } from '#server/simulation/rail/simulatedCards.ts';
import {
  createSimulator,
  defaultSimulatorConfig,
  simulatedAccess,
  simulatedBankPaybill,
  type Simulator,
} from '#server/simulation/rail/simulator.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';

/** Path below which the simulator answers. */
export const SIMULATOR_PREFIX = '/daraja';

export interface OpenRail {
  daraja: Daraja;
  /** null with real credentials. */
  simulator: Simulator | null;
  /** The number that borrowers pay to. */
  paybill: string;
  /** Whether the rail lists payments at the paybill. */
  listsPayments: boolean;
  /** Authorises bank cards; null with real credentials: M-PESA has no cards. */
  cards: CardGateway | null;
}

/**
 * @param ownUrl returns the address of this server on loopback. It is called for every request, because the address is not
 * known before the server listens.
 * @param send makes the requests to the rail.
 * @param alarm receives the problems that only the operator can solve.
 */
export function openRail(
  config: Config,
  store: Store,
  clock: Clock,
  ownUrl: () => string,
  { send, alarm }: { send: RailFetch; alarm: (fault: RailFault) => void },
): OpenRail {
  const { daraja: access } = config;
  const tokens = createSharedTokens(store, clock);
  if (access)
    return {
      daraja: createDaraja({ access: () => access, clock, tokens, alarm, fetch: send }),
      simulator: null,
      paybill: access.shortcode,
      listsPayments: access.pullNumber !== null,
      cards: null,
    };
  return {
    daraja: createDaraja({
      access: () => simulatedAccess(ownUrl(), SIMULATOR_PREFIX),
      clock,
      tokens,
      alarm,
      fetch: send,
      bankPaybill: simulatedBankPaybill,
    }),
    simulator: createSimulator({ store, clock }),
    paybill: defaultSimulatorConfig.shortcode,
    listsPayments: true,
    cards: createSimulatedCards(clock),
  };
}
