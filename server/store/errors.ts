/** The server cannot start, and the message says why in one sentence an operator can act on. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
