/** Stored values that another window, the phone book or the lender changed while the form is open. */
import { useEffect } from 'react';
import type { FormActor } from '#machines/form.machine.ts';
import { type ChangedElsewhere, isNews } from '#machines/model/form.ts';
import type { FormActions, FormValues } from './formActions.ts';
import { say } from './messages/index.ts';
import { differences } from './review.ts';
import { openSection, takeIn } from './scope.ts';
import type { Scope, SectionName, Values } from './types.ts';

interface Arrivals {
  section: SectionName;
  /** The same object until something else is stored. */
  stored: Values | undefined;
  isFromElsewhere: boolean;
  scope: Scope;
  keepable: (values: FormValues) => Values;
  actor: FormActor;
  actions: FormActions;
}

/** What another window changed, in a person's words. */
const elsewhereOf = (
  section: SectionName,
  shown: Values,
  values: Values,
  stored: Values,
  typed: Values,
  scope: Scope,
): ChangedElsewhere => ({
  taken: differences(section, shown, values, scope).map(({ label }) => label),
  kept: differences(section, values, stored, scope).filter(({ field }) => field in typed),
});

export function useArrivals({ section, stored, isFromElsewhere, scope, keepable, actor, actions }: Arrivals): void {
  useEffect(() => {
    if (!stored) return;
    const { context } = actor.getSnapshot();
    // As a form that opens with them: what this form opened with is no news.
    const arrived = keepable(openSection(section, stored, scope));
    if (!isNews(context, arrived)) return;
    const shown = actions.present();
    // What is being typed is newer than anything that arrives.
    const { values, refused } = takeIn(section, { ...shown, ...stored, ...context.typed }, shown, scope);
    actions.put(values);
    if (isFromElsewhere) {
      const elsewhere = elsewhereOf(section, shown, values, stored, context.typed, scope);
      actor.send({ type: 'values.received', values: arrived, elsewhere });
    } else {
      // Of this window, as the phone book spells it: it is stored again as the form reads it.
      actor.send({ type: 'values.received', values: stored, elsewhere: null });
      actor.send({ type: 'field.chosen', values: keepable(values) });
    }
    const [first] = Object.entries(refused);
    if (first) {
      const [field, { key, params }] = first;
      actor.send({ type: 'field.remarked', remark: { field, kind: 'refused', text: say(scope.lang)(key, params) } });
    }
  }, [section, stored, isFromElsewhere, scope, keepable, actor, actions]);
}
