/**
 * First line of every file of the borrower's app. With it the engine compiles all functions of the file while the file arrives,
 * on another thread, and caches the result for the next visit. Without it each function is compiled at its first call, on the
 * main thread, which took a third of the start. Chromium supports it since version 136. Other engines ignore the comment.
 */
export const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad';
