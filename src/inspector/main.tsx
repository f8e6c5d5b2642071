/** Entry of the inspector. The query selects the tool, a preview of a screen, or a forked journey. */
import { FORK_QUERY } from './fork/forkSeed.ts';
import { DESK_QUERY, PHONE_QUERY } from './phone/frameMessages.ts';

/** One function each: the build merges imports of one condition and would then fetch the styles of only one page. */
const PAGES: Readonly<Record<string, () => Promise<unknown>>> = {
  [PHONE_QUERY]: () => import('./phone/main.tsx'),
  [DESK_QUERY]: () => import('./phone/deskPreview.tsx'),
  [FORK_QUERY]: () => import('./fork/main.tsx'),
};
const openTool = () => import('./page.tsx');

void (PAGES[window.location.search] ?? openTool)();
