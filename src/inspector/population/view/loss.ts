/** How heavy the loss of journeys at a page is, and which page of a group lost the greatest share. */
import { lostAt, type PlaceFigures } from '../compute/placeFigures.ts';

export type Loss = 'heavy' | 'some' | null;

/** Shares of the journeys that came to a page and were lost there. From each share on, the page has another colour. */
const [SOME, HEAVY] = [0.05, 0.2];

export const shareLost = (figures: PlaceFigures): number => (figures.came === 0 ? 0 : lostAt(figures) / figures.came);

export function lossOf(figures: PlaceFigures): Loss {
  const share = shareLost(figures);
  return share >= HEAVY ? 'heavy' : share >= SOME ? 'some' : null;
}

/** The page that lost the greatest share of the journeys that came to it; null: no page lost a journey. */
export function worstOf(pages: readonly PlaceFigures[]): PlaceFigures | null {
  return pages.reduce<PlaceFigures | null>((worst, page) => (shareLost(page) > (worst ? shareLost(worst) : 0) ? page : worst), null);
}
