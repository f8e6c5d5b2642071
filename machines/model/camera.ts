/** The state of the page's live camera. Its stream is kept outside of the chart. */
import type { PhotoSide } from './idPhotos.ts';

/** `refused`: the borrower or the shell does not allow the camera. `missing`: the page finds no camera that it can open. */
export type CameraObstacle = 'refused' | 'missing';

export type OpenedCamera = { handle: string } | { obstacle: CameraObstacle };

export type Camera =
  | { is: 'closed' }
  | { is: 'opening'; side: PhotoSide }
  | { is: 'open'; side: PhotoSide; handle: string }
  /** Photos are taken with the phone's own camera, or chosen, until the page is loaded again. */
  | { is: 'failed'; obstacle: CameraObstacle };

export const CLOSED: Camera = { is: 'closed' };
