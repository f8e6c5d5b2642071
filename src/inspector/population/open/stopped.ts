/** @throws Error when the signal is aborted. */
export function throwIfStopped({ aborted }: AbortSignal): void {
  if (aborted) throw new Error('stopped');
}
