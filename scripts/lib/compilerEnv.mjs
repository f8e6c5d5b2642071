// @ts-check
/**
 * For the compiler and the linter, which are written in Go and end within seconds: collecting garbage costs them a
 * fifth of their processor time and frees almost nothing, because nearly all types live to the end (1.1 GB). The limit
 * lets a far larger program collect all the same.
 */
export const COMPILER_ENV = { GOGC: 'off', GOMEMLIMIT: '2500MiB' };
