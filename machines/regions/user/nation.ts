import { meta, region } from '../../setup.ts';

export const nation = region({
  id: 'nation',
  route: {},
  meta: meta('nation', 'Country'),
  tags: ['stable'],
  on: { 'back.requested': [{ guard: 'isSignedOut', target: '#login' }, { target: '#home' }] },
});
