import { meta, region } from '../../setup.ts';

export const me = region({
  id: 'me',
  route: {},
  meta: meta('me', 'Me'),
  tags: ['stable'],
});
