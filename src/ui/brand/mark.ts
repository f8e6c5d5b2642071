/**
 * The mark of the product, as SVG paths on a 48 by 48 grid: a pay slip, and the sun that rises over its perforation. It
 * contains no company name; the operator's APP_NAME stands beside it. The build draws the icons from the same paths.
 */
export const MARK = {
  slip: 'M14 5h20a6 6 0 0 1 6 6v14a3 3 0 0 0 0 6v6a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6v-6a3 3 0 0 0 0-6V11a6 6 0 0 1 6-6z',
  sun: 'M15.5 25a8.5 8.5 0 0 1 17 0z',
  rays: 'M24 11v2.5M14.5 15l1.8 1.8M33.5 15l-1.8 1.8',
  perforation: 'M14 30h20M15 36.5h10',
} as const;
