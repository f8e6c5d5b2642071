import type { RouteName } from '../routes.ts';
import { place, stateConfig } from '../setup.ts';

/** The back arrow of a page that is read: to where its link was pressed, or one place up. */
export const backTo = <const U extends RouteName>(up: U) =>
  [{ guard: 'hasOrigin', actions: 'returnToOrigin' }, { target: `#${up}` as const }] as const;

/** Every page that is read knows which place its own link was pressed in, or that none was. */
export const routeWithOrigin = { route: { actions: 'rememberOrigin' } } as const;

/** A page that is there to be read. @param up where its back arrow leads when no link led here. */
export const staticPage = <const N extends RouteName, const U extends RouteName>(name: N, title: string, up: U) =>
  stateConfig({
    ...place(name, title),
    ...routeWithOrigin,
    tags: ['stable'],
    on: { 'back.requested': backTo(up) },
  });

/**
 * A page that asks the lender for what it shows; what it says besides is there at once, and stays when the call fails.
 * @param loading the state of the call, which leads to `shown`.
 */
export const loadedPage = <const N extends RouteName, const U extends RouteName, const L extends Parameters<typeof stateConfig>[0]>(
  name: N,
  title: string,
  up: U,
  loading: L,
) =>
  stateConfig({
    ...place(name, title),
    ...routeWithOrigin,
    initial: 'loading',
    on: { 'back.requested': backTo(up) },
    states: {
      loading,
      shown: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
    },
  });
