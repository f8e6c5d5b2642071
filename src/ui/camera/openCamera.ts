/** Asks the browser for the camera. */
import type { OpenedCamera } from '#machines/model/camera.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import { keepStream } from './cameraStore.ts';

/** The print on a card needs more than the usual width of 640 pixels. A camera with fewer pixels gives all it has. */
const WANTED = {
  width: { ideal: 1920 },
  height: { ideal: 1080 },
  // Otherwise Chromium crops the picture of an upright camera to the requested shape.
  resizeMode: { ideal: 'none' },
};

/** Whether this browser can show the camera in a page. Old web views cannot, and pages without TLS may not. */
export const canOpenCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Whether the camera was refused. Old web views throw `PermissionDeniedError`; `SecurityError`: the page may not ask. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'PermissionDeniedError', 'SecurityError'].includes(error.name);

/** @param signal aborted: the borrower has left, so the camera is turned off at once. */
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
