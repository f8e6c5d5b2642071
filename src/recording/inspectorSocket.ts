/** A WebSocket to an inspector of another vendor. Every new connection first gets all earlier events. */

/** Milliseconds until a lost connection is opened again. */
const AGAIN = 5_000;

/** @param earlier all events published so far; a new connection gets them first. */
export function openSocket(url: string, earlier: () => readonly object[]): { send: (event: object) => void; close: () => void } {
  let socket: WebSocket;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = true;

  function open(): void {
    socket = new WebSocket(url);
    socket.addEventListener('open', () => {
      for (const event of earlier()) socket.send(JSON.stringify(event));
    });
    // A failed socket is closed too, so errors need no listener of their own.
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
