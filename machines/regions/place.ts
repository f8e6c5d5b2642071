import { meta, region } from '../setup.ts';
import type { RouteName } from '../routes.ts';

/** A page that is there to be read. @param up where its back arrow leads. */
export const place = <const N extends RouteName, const U extends RouteName>(name: N, title: string, up: U) =>
  region({ id: name, route: {}, meta: meta(name, title), tags: ['stable'], on: { 'back.requested': `#${up}` as const } });

/** A landing page of a promotion: what its link said stays known. */
export const landing = <const N extends RouteName>(name: N, title: string) =>
  region({
    id: name,
    route: { actions: 'rememberQuery' },
    meta: meta(name, title),
    tags: ['stable'],
    on: { 'back.requested': '#home', 'application.opened': [{ guard: 'hasSession', target: '#home' }, { target: '#register' }] },
  });
