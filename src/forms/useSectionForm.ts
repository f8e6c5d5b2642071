/** The form of one section. The section's description defines the valid values; the journey stores the draft. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { nowOf } from '#machines/required.ts';
import { type ChangedElsewhere, isNews } from '#machines/model/form.ts';
import type { FormActor } from '#machines/form.machine.ts';
import type { FormValues } from './entered.ts';
import type { FormActions } from './formActions.ts';
import { say } from './messages/index.ts';
import { differences } from './review.ts';
import { sectionSchema } from './sectionSchema.ts';
import { normaliseSection, openSection, scopeOf, takeIn } from './scope.ts';
import { type FieldHandlers, sectionHandlers } from './sectionHandlers.ts';
import { sections } from './sections/index.ts';
import type { Scope, SectionName, Values } from './types.ts';
import { typingOrder } from './typingOrder.ts';
import { type FormikForm, useFormikForm } from './useFormikForm.ts';

export interface SectionFormOptions {
  section: SectionName;
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
  /** Values to open with in place of the saved section, where a part is entered anew. Keep the object's identity between renders. */
  known?: Values | null;
  /** @param values in stored form: normalised, hidden fields empty. */
  onSubmit: (values: Values) => void;
}

export interface SectionFormState extends FormikForm {
  scope: Scope;
  handlers: FieldHandlers;
}

interface Received {
  section: SectionName;
  /** The same object until the stored values change. */
  stored: Values | undefined;
  isFromElsewhere: boolean;
  scope: Scope;
  keepable: (values: FormValues) => Values;
  actor: FormActor;
  actions: FormActions;
}

/** The changes by another tab, in words. */
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

/** Takes over stored values that another tab, the phone book or the lender changed while the form is open. */
function useReceived({ section, stored, isFromElsewhere, scope, keepable, actor, actions }: Received): void {
  useEffect(() => {
    if (!stored) return;
    const { context } = actor.getSnapshot();
    // Compared in the form in which this form opens them, so that the values it opened with are no change.
    const received = keepable(openSection(section, stored, scope));
    if (!isNews(context, received)) return;
    const shown = actions.present();
    // Text that is being typed is newer than any received value.
    const { values, refused } = takeIn(section, { ...shown, ...stored, ...context.typed }, shown, scope);
    actions.put(values);
    if (isFromElsewhere) {
      const elsewhere = elsewhereOf(section, shown, values, stored, context.typed, scope);
      actor.send({ type: 'values.received', values: received, elsewhere });
    } else {
      // A number from the phone book in this tab keeps its spelling there, so it is stored again as the form reads it.
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

export function useSectionForm({ section, state, send, known, onSubmit }: SectionFormOptions): SectionFormState {
  const { language: lang, session, drafts, saved, elsewhere, problem } = state.context;
  const today = nairobiDate(nowOf(state.context));
  const ownMobile = session?.mobile;
  const [order] = useState(typingOrder);
  const scope = useMemo(
    () => scopeOf({ today, lang, isTypedAfter: order.isTypedAfter, ...(ownMobile === undefined ? {} : { ownMobile }) }),
    [today, ownMobile, lang, order],
  );
  const schema = useMemo(() => sectionSchema(section, scope), [section, scope]);
  /** All values but codes. */
  const keepable = useCallback(
    (values: FormValues): Values => {
      const kept = { ...values };
      for (const field of sections[section].fields) if (field.privacy === 'secret') delete kept[field.name];
      return kept;
    },
    [section],
  );
  const onDraft = useCallback((values: Values) => send({ type: 'draft.saved', section, values }), [send, section]);

  const stored = drafts[section]?.values ?? known ?? saved[section];
  const [initial] = useState(() => openSection(section, stored ?? {}, scope));
  const form = useFormikForm({
    initial,
    schema,
    keepable,
    onDraft,
    refused: problem?.fields,
    isSending: state.hasTag('overlay'),
    onSubmit: (values) => onSubmit(normaliseSection(section, values, scope)),
  });
  const { actor, actions } = form;
  useReceived({ section, stored, isFromElsewhere: (elsewhere[section] ?? []).length > 0, scope, keepable, actor, actions });
  const handlers = useMemo(
    () => sectionHandlers(section, scope, { actor, actions, order }, send),
    [section, scope, actor, actions, order, send],
  );
  return { ...form, scope, handlers };
}
