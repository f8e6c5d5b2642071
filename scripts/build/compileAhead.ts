/**
 * First line of every file of the borrower's app: the engine compiles all functions of it while it arrives, on another thread, and
 * keeps all of them in its cache for the next visit. Without it each function is compiled at its first call, in the thread that
 * draws, which was a third of the start. Chromium reads it since version 136; others read a comment.
 */
export const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad';
