/** What every part of the vocabulary stands on: context, events, meta, tags, ports, delays. */
import { setup } from 'xstate';
import type { JourneyContext } from '../context.ts';
import type { JourneyEvent } from '../events.ts';
import { ports } from '../ports.ts';
import type { RoutePath } from '../routes.ts';

export interface JourneyMeta {
  route: RoutePath;
  /** Plain name of the place, for diagrams, inspector and document title. */
  title: string;
  /** The place takes no entry of its own in the history. */
  replace?: boolean;
  /** What a link said stays in the address, also when the machine comes here by itself. */
  query?: boolean;
}

/**
 * busy: an actor runs. overlay: the call must not repeat, so the screen is covered meanwhile.
 * stable: worth coming back to. ticking: shows a clock. form: the borrower is typing. sheet: a sheet
 * lies over the screen, so Android Back closes it.
 */
export type JourneyTag = 'busy' | 'overlay' | 'stable' | 'ticking' | 'form' | 'sheet';

export const base = setup({
  types: {
    context: {} as JourneyContext,
    events: {} as JourneyEvent,
    meta: {} as JourneyMeta,
    tags: {} as JourneyTag,
  },
  actors: ports,
  delays: {
    /** Between two looks at an order that the lender or the rail is working on. */
    POLL: 5_000,
    /** Between two looks at a payment whose prompt is open. */
    PAYMENT_POLL: 3_000,
  },
});
