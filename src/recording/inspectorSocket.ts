/** A WebSocket to an inspector of another vendor. Whoever listens at the other end gets the whole story, whenever it comes. */

/** Milliseconds until a lost connection is opened again. */
const AGAIN = 5_000;

/** @param earlier everything that was published before, which a new connection gets first. */
export function openSocket(url: string, earlier: () => readonly object[]): { send: (event: object) => void; close: () => void } {
  let socket: WebSocket;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = true;

  function open(): void {
    socket = new WebSocket(url);
    socket.addEventListener('open', () => {
      for (const event of earlier()) socket.send(JSON.stringify(event));
    });
    // Also after an error: a socket that failed is closed.
    socket.addEventListener('close', () => {
      if (isWanted) timer = setTimeout(open, AGAIN);
    });
  }
  open();
  return {
    send(event) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(event));
    },
    close() {
      isWanted = false;
      clearTimeout(timer);
      socket.close();
    },
  };
}
