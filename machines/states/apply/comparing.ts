import type { SectionName, Values } from '../../model/application.ts';
import { baseOf, ownValues } from '../../model/drafts.ts';
import type { JourneyContext } from '../../context.ts';
import { error, ofOrder } from '../../setup.ts';

/** Another device saved the section since this one read it. The borrower chooses the version to keep. */
export const comparing = {
  tags: ['form'],
  on: {
    'newerVersion.taken': { target: 'editing', actions: 'takeNewer' },
    'ownVersion.kept': { target: 'saving', actions: 'rebaseDraft' },
    'back.requested': 'editing',
  },
} as const;

/** The lender has a newer version of the section and saved nothing. */
export const onSavedElsewhere = {
  guard: { type: 'isSavedElsewhere', params: error },
  target: 'comparing',
  actions: { type: 'setProblem', params: error },
} as const;

/** The version to save: the submitted values, or after a comparison those of the draft. */
export const versionOf = (section: SectionName, context: JourneyContext, event: { type: string; values?: Values }) => ({
  ...ofOrder({ context }),
  values: event.type === `${section}.submitted` && event.values ? event.values : ownValues(context, section),
  basedOn: baseOf(context, section),
});
