/** Pictures of an unsent message, the same for a new message and for a reply. */
import type { JourneyContext } from '../../context.ts';
import type { JourneyEvent } from '../../events.ts';
import { eventOf } from '../../required.ts';
import { onApiError, output, stateConfig } from '../../setup.ts';

type Taken = { event: Extract<JourneyEvent, { type: 'picture.taken' }> };

export const drafting = {
  'message.changed': {
    actions: { type: 'keepUnsent', params: ({ event }: { event: Extract<JourneyEvent, { type: 'message.changed' }> }) => event },
  },
} as const;

/** Spread into the events of a form. */
export const takesPictures = {
  ...drafting,
  'picture.taken': [
    {
      guard: { type: 'isPictureTooMany', params: ({ event }: Taken) => event },
      actions: { type: 'setLocalProblem', params: { problem: 'tooManyPictures' } },
    },
    {
      guard: { type: 'isPictureTooLarge', params: ({ event }: Taken) => event },
      actions: { type: 'setLocalProblem', params: { problem: 'pictureTooLarge' } },
    },
    'uploading',
  ],
} as const;

/** Uploads a picture. The borrower may go on writing meanwhile. Back cancels the upload. */
export const uploading = <const I extends string, const F extends string>(
  id: I,
  form: F,
  of: (context: JourneyContext) => { about: string; ticketNo: string | null },
) =>
  stateConfig({
    tags: ['busy', 'form'],
    exit: 'forgetUploaded',
    on: {
      ...drafting,
      'upload.progressed': { actions: { type: 'setUploaded', params: ({ event }) => event } },
      'xstate.route': {},
      'application.sentElsewhere': {},
      'back.requested': form,
    },
    invoke: {
      id,
      src: 'uploadPicture',
      input: ({ context, event }) => ({ ticketNo: of(context).ticketNo, handle: eventOf(event, 'picture.taken').handle }),
      onDone: {
        target: form,
        actions: { type: 'addSentPicture', params: ({ context, event }) => ({ about: of(context).about, name: output({ event }) }) },
      },
      onError: onApiError(form),
    },
  });
