/** Whatever is tapped, reported, jumped over and restarted, in whatever order, on the embedded database. */
import { testInterleavings } from '#tests/support/testInterleavings.ts';

testInterleavings('embedded');
