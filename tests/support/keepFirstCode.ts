/**
 * Option of Node for processes that end soon: V8 keeps the code of WebAssembly that it compiled first. To compile that of
 * the embedded database better takes longer than such a process lives: 500 transactions take 1.0 s of processor instead of 2.7.
 */
export const KEEP_FIRST_CODE = '--liftoff-only';
