/** Random interleavings of presses, callbacks, clock jumps and restarts, on the embedded database. */
import { testInterleavings } from '#tests/support/testInterleavings.ts';

testInterleavings('embedded');
