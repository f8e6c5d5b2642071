/** Entry of the inspector. One file for the tool, for the phone it shows and for a journey it lets go on: the address says which. */
import { FORK_QUERY } from './fork/seed.ts';
import { PHONE_QUERY } from './phone/frame.ts';

const { search } = window.location;
if (search === PHONE_QUERY) void import('./phone/main.tsx');
else if (search === FORK_QUERY) void import('./fork/main.tsx');
else void import('./page.tsx');
