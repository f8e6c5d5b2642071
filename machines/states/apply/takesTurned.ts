import type { FaceTurn } from '../../model/faceTurn.ts';

type Taken = { event: { turn: FaceTurn; handle: string } };

/** Sends the photo with the head turned. The guard compares its turn with the one that the lender asks for now. */
export const takesTurned = {
  guard: { type: 'isAskedTurn', params: ({ event }: Taken) => ({ turn: event.turn }) },
  target: 'uploading',
  actions: {
    type: 'setPhoto',
    params: ({ event }: Taken) => ({
      side: 'face' as const,
      photo: { is: 'uploading' as const, handle: event.handle, turn: event.turn },
    }),
  },
} as const;
