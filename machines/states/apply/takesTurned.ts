import type { FaceTurn } from '../../model/faceTurn.ts';

type Taken = { event: { turn: FaceTurn; handle: string } };

/** The photo with the head turned is sent, if it is turned as the lender asks for now. */
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
