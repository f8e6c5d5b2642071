/** The live camera of the page, as the chart knows it. Its stream lies in a store beside the chart. */
import type { PhotoSide } from './idPhotos.ts';

/** `refused`: the borrower or the shell does not allow it. `missing`: there is none that this page can open. */
export type CameraObstacle = 'refused' | 'missing';

export type OpenedCamera = { handle: string } | { obstacle: CameraObstacle };

export type Camera =
  | { is: 'closed' }
  | { is: 'opening'; side: PhotoSide }
  | { is: 'open'; side: PhotoSide; handle: string }
  /** Photos are taken with the phone's own camera, or chosen, until the page is loaded again. */
  | { is: 'failed'; obstacle: CameraObstacle };

export const CLOSED: Camera = { is: 'closed' };
