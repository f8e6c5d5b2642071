/** Random interleavings of taps, callbacks, clock jumps and restarts, on the embedded database. */
import { testInterleavings } from '#tests/support/testInterleavings.ts';

testInterleavings('embedded');
