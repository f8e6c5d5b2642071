/** Streams of the camera, outside of the chart. A recording contains only their handles, and no picture. */
const streams = new Map<string, MediaStream>();
let opened = 0;

/** @returns the handle that events and context hold instead of the stream. */
export function keepStream(stream: MediaStream): string {
  opened += 1;
  const handle = `camera-${opened}`;
  streams.set(handle, stream);
  return handle;
}

/** undefined: the camera was released, or a recording is replayed. */
export const streamOf = (handle: string): MediaStream | undefined => streams.get(handle);

/** Turns the camera and its light off. */
export function releaseCamera(handle: string): void {
  streams
    .get(handle)
    ?.getTracks()
    .forEach((track) => track.stop());
  streams.delete(handle);
}
