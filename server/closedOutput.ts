/** Lets the program go on when the reader of its output has ended, as in `verb | head -1`. Node would end the program. */
export const ignoreClosedOutput = (output: NodeJS.WriteStream): void => {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
};
