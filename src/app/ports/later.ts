/** Every port that home does without: a file of its own, fetched when the phone is idle or with the first that is asked. */
import { collectionPorts, type CollectionDeps } from './collection.ts';
import { feedbackPorts, type FeedbackDeps } from './feedback.ts';
import { lenderPorts, type LenderDeps } from './lender.ts';
import { recordingPorts, type RecordingDeps } from './recording.ts';

export type LaterDeps = CollectionDeps & FeedbackDeps & LenderDeps & RecordingDeps;

export const laterPorts = (deps: LaterDeps) => ({
  ...lenderPorts(deps),
  ...recordingPorts(deps),
  ...collectionPorts(deps),
  ...feedbackPorts(deps),
});

export type LaterPorts = ReturnType<typeof laterPorts>;
