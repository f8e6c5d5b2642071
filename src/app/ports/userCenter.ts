/** The borrower's recording. The recorder is fetched only when a recording starts. */
import type { Actor } from 'xstate';
import type { JourneyMachine } from '#machines/journey.machine.ts';
import { importOrReload } from '../importOrReload.ts';
import type { Works } from './binding.ts';

export interface UserCenterDeps {
  journey: () => Actor<JourneyMachine>;
}

export function userCenterPorts({ journey }: UserCenterDeps): Works<'startRecording' | 'saveRecording'> {
  const recorder = () => importOrReload(import('../recording/consented.ts'));
  return {
    startRecording: async () => (await recorder()).recordWhileAllowed(journey()),
    saveRecording: async () => (await recorder()).saveRecording(journey()),
  };
}
