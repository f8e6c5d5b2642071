/** Links to every page: a typed address, and links on other pages. */
import { journeyMachine } from '#machines/journey.machine.ts';
import type { JourneyContext } from '#machines/context.ts';
import { isPublicRoute, ROUTES, type RouteName, type RouteTarget } from '#machines/routes.ts';
import { nodesOf, type Named } from '../steps.ts';
import type { Payload } from './vocabulary.ts';

const ROUTE_TARGETS = (Object.keys(ROUTES) as RouteName[]).map((name): RouteTarget => `#${name}`);

/** A link on one place to a page. */
type Link = readonly [place: string, from: RouteTarget, page: RouteTarget];

/** Names of places in the names of cases. */
const PLACE_NAMES: Readonly<Record<string, string>> = { '#me': 'the profile', '#login': 'the sign-in' };

/** Links to pages from another place than the place to which the page's back arrow leads by default. */
const fromRegistration = (['#privacyPolicy', '#termsOfService', '#pdPop', '#openApp'] as const).map((page): Link => [
  'the registration',
  '#register',
  page,
]);
const fromSettings: Link = ['the settings', '#settings', '#pop'];
const linkedElsewhere = [...fromRegistration, fromSettings].map(([, , page]): string => page);

/**
 * The back arrow of a page that stores its origin leads to the place of the link, or by default to the place above the page.
 * A link from the place above is explored.
 */
const linksFromAbove = nodesOf(journeyMachine).flatMap((node): Link[] => {
  const { route, on } = node.config as { route?: { actions?: unknown }; on?: Record<string, unknown> };
  if (route?.actions !== 'rememberOrigin' || linkedElsewhere.includes(`#${node.id}`)) return [];
  const back = (on?.['back.requested'] ?? []) as readonly { target?: string }[];
  const above = back.find(({ target }) => target !== undefined)?.target as RouteTarget;
  return [[PLACE_NAMES[above] ?? above, above, `#${node.id}` as RouteTarget]];
});
const isForVisitors = ([, from, page]: Link): boolean => isPublicRoute(from) && isPublicRoute(page);

const LINKS: Readonly<Record<'visitor' | 'borrower', readonly Link[]>> = {
  visitor: [...fromRegistration, ...linksFromAbove.filter(isForVisitors)],
  borrower: [...linksFromAbove.filter((link) => !isForVisitors(link)), fromSettings],
};

/** Pages of promotions; their links name the channel. */
const LANDINGS = ['#yx1', '#yx2', '#yx2ConfirmBorrow', '#yx3'] as const;

type Routes = Named<Payload<'xstate.route'>>;
const routes: Routes = {
  ...Object.fromEntries(ROUTE_TARGETS.map((to) => [to, { to }])),
  '#feedbackDetail of a ticket': { to: '#feedbackDetail', query: { ticketNo: 'F1' } },
  ...Object.fromEntries(LANDINGS.map((to) => [`${to} of a channel`, { to, query: { channelId: '7' } }])),
};
const linksOf = (who: keyof typeof LINKS): Routes =>
  Object.fromEntries(LINKS[who].map(([place, from, to]) => [`${to} from ${place}`, { to, from }] as const));
/** Computed once, because they are read in every state. */
const ROUTES_OF: { readonly visitor: Routes; readonly borrower: Routes } = {
  visitor: { ...routes, ...linksOf('visitor') },
  borrower: { ...routes, ...linksOf('borrower') },
};

/** Links of a visitor or a borrower, by the session. */
export const linksFor = ({ session }: JourneyContext): Routes => (session === null ? ROUTES_OF.visitor : ROUTES_OF.borrower);
