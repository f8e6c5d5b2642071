/** Reads pictures from a running video. */
import { frameInPicture, MARGIN, type GreyPicture } from './guide.ts';

/** Width of a judged picture in pixels. */
const JUDGED_WIDTH = 160;
const QUALITY = 0.92;

const partOf = (video: HTMLVideoElement, frame: Element, margin: number) =>
  frameInPicture(
    video.getBoundingClientRect(),
    frame.getBoundingClientRect(),
    { width: video.videoWidth, height: video.videoHeight },
    margin,
  );

function draw(video: HTMLVideoElement, frame: Element, margin: number, width?: number): HTMLCanvasElement | null {
  const part = partOf(video, frame, margin);
  if (part.width === 0 || part.height === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width ?? part.width;
  canvas.height = Math.round((canvas.width * part.height) / part.width);
  canvas.getContext('2d')?.drawImage(video, part.left, part.top, part.width, part.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The frame and its margin as a small grey picture; null: the video has no picture yet. */
export function lookAt(video: HTMLVideoElement, frame: Element): GreyPicture | null {
  const canvas = draw(video, frame, MARGIN, JUDGED_WIDTH);
  const colours = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  if (!canvas || !colours) return null;
  const pixels = new Uint8Array(canvas.width * canvas.height);
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = Math.round(0.299 * (colours[4 * i] ?? 0) + 0.587 * (colours[4 * i + 1] ?? 0) + 0.114 * (colours[4 * i + 2] ?? 0));
  return { width: canvas.width, height: canvas.height, pixels };
}

/**
 * The frame and its margin as a JPEG, not mirrored; null: the video has no picture yet.
 * @param margin on each side, as a share of the frame.
 */
export const take = (video: HTMLVideoElement, frame: Element, margin: number): Promise<Blob | null> => {
  const canvas = draw(video, frame, margin);
  return canvas ? new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY)) : Promise.resolve(null);
};
