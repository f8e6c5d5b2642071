/** Entry of the inspector. One page for the tool and for the phone it shows: the address says which. */
import { PHONE_QUERY } from './phone/frame.ts';

if (window.location.search === PHONE_QUERY) void import('./phone/main.tsx');
else void import('./page.tsx');
