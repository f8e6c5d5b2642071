import { meta, region } from '../../setup.ts';

/** Moving the due date: what it would cost, from the product's own terms. */
export const rollover = region({
  id: 'rollover',
  route: { guard: 'canRepay' },
  meta: meta('rollover', 'Need more time?'),
  tags: ['stable'],
  on: { 'back.requested': '#home' },
});
