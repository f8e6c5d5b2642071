import type { RouteName } from '../routes.ts';
import { place, stateConfig } from '../setup.ts';

/** The back arrow of an information page leads to the place whose link was pressed, or to its parent place. */
export const backTo = <const U extends RouteName>(up: U) =>
  [{ guard: 'hasOrigin', actions: 'returnToOrigin' }, { target: `#${up}` as const }] as const;

/** The route of an information page remembers the place whose link was pressed, if any. */
export const routeWithOrigin = { route: { actions: 'rememberOrigin' } } as const;

/** A page without calls. @param up the place behind its back arrow when no link led here. */
export const staticPage = <const N extends RouteName, const U extends RouteName>(name: N, title: string, up: U) =>
  stateConfig({
    ...place(name, title),
    ...routeWithOrigin,
    tags: ['stable'],
    on: { 'back.requested': backTo(up) },
  });

/**
 * A page that loads a part of what it shows. The rest is shown at once, also when the call fails.
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
