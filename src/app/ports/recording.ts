/** The borrower's recording. Nothing of the recorder is fetched before it is asked for. */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { importOrReload } from '../importOrReload.ts';
import { port } from './port.ts';

export interface RecordingDeps {
  journey: () => Actor<JourneyMachine>;
}

export function recordingPorts({ journey }: RecordingDeps) {
  const recorder = () => importOrReload(import('../recording/consented.ts'));
  return {
    startRecording: port<void, void>(async () => (await recorder()).recordWhileAllowed(journey())),
    saveRecording: port<void, void>(async () => (await recorder()).saveRecording(journey())),
  };
}
