/** Opening and closing a sheet over a form; spread into the form's states. */
export const opensPicker = {
  'picker.opened': { target: 'picking', actions: { type: 'openPicker', params: ({ event }: { event: { field: string } }) => event } },
} as const;

/** The sheet is open exactly while this state is active; the confirmed value arrives as a draft. */
export const picking = {
  tags: ['form', 'sheet', 'stable'],
  exit: 'closePicker',
  on: { 'picker.confirmed': 'editing', 'picker.cancelled': 'editing', 'back.requested': 'editing' },
} as const;
