/**
 * Lets the page handle and paint a press before the work continues. A message to itself arrives at once; a timer would be 4 ms
 * late each time.
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

/** Resolves when the document is parsed. The entry may run before that. */
export const whenParsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    else resolve();
  });
