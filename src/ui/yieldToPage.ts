/**
 * Gives the page a turn, so that a press is handled and drawn before the work goes on. A message to itself does that at once;
 * a timer would come 4 ms late each time.
 */
export const yieldToPage = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** Resolves when the whole page stands: the entry runs as soon as it is here, which may be before. */
export const whenParsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    else resolve();
  });
