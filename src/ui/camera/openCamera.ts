/** Asks the browser for the camera. */
import type { OpenedCamera } from '#machines/model/camera.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import { keepStream } from './cameraStore.ts';

/** The text of a card needs more than the usual 640 pixels. A camera with fewer pixels gives as many as it has. */
const WANTED = {
  width: { ideal: 1920 },
  height: { ideal: 1080 },
  // Else Chromium cuts the picture of a camera that stands upright to the shape asked for.
  resizeMode: { ideal: 'none' },
};

/** Whether this browser can show the camera in a page: an old web view cannot, nor a page without TLS. */
export const canOpenCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Old web views say `PermissionDeniedError`; `SecurityError` is a page that may not ask. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'PermissionDeniedError', 'SecurityError'].includes(error.name);

/** @param signal aborted: the borrower did not wait for the camera, so it is turned off at once. */
export async function openCamera(side: PhotoSide, signal: AbortSignal): Promise<OpenedCamera> {
  if (!canOpenCamera()) return { obstacle: 'missing' };
  try {
    const facingMode = { ideal: side === 'face' ? 'user' : 'environment' };
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...WANTED, facingMode } });
    if (signal.aborted) {
      stream.getTracks().forEach((track) => track.stop());
      return { obstacle: 'missing' };
    }
    return { handle: keepStream(stream) };
  } catch (error) {
    return { obstacle: isRefusal(error) ? 'refused' : 'missing' };
  }
}
