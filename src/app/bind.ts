/** The one place that knows both sides: the chart's ports and the world they act on. */
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { collectionPorts } from './ports/collection.ts';
import { devicePorts, type DeviceDeps } from './ports/device.ts';
import { feedbackPorts, type FeedbackDeps } from './ports/feedback.ts';
import { lenderPorts, type LenderDeps } from './ports/lender.ts';
import { recordingPorts, type RecordingDeps } from './ports/recording.ts';

export const bindJourney = (deps: DeviceDeps & LenderDeps & RecordingDeps & FeedbackDeps): JourneyMachine =>
  journeyMachine.provide({
    actors: { ...devicePorts(deps), ...lenderPorts(deps), ...recordingPorts(deps), ...collectionPorts(deps), ...feedbackPorts(deps) },
  });
