/** Whatever is tapped, reported, jumped over and restarted, in whatever order, on the PostgreSQL server. */
import { testInterleavings } from '#tests/support/testInterleavings.ts';

testInterleavings('postgres');
