/** Entry of the inspector. The query selects the tool, its screen preview, or a forked journey. */
import { FORK_QUERY } from './fork/forkSeed.ts';
import { DESK_QUERY, PHONE_QUERY } from './phone/frame.ts';

const { search } = window.location;
if (search === PHONE_QUERY) void import('./phone/main.tsx');
else if (search === DESK_QUERY) void import('./phone/desk.tsx');
else if (search === FORK_QUERY) void import('./fork/main.tsx');
else void import('./page.tsx');
