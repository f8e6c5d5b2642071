/** Random interleavings of presses, callbacks, clock jumps and restarts, on the PostgreSQL server. */
import { testInterleavings } from '#tests/support/testInterleavings.ts';

testInterleavings('postgres');
