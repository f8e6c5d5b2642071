// @ts-check
/**
 * Environment of the compiler and the linter, which are written in Go and end within seconds. Garbage collection would take a
 * fifth of their processor time and free almost nothing, because nearly all types live to the end (1.1 GB). Above the memory
 * limit it runs all the same.
 */
export const COMPILER_ENV = { GOGC: 'off', GOMEMLIMIT: '2500MiB' };
