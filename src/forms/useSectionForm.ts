/** The form of one section: its description says what may be entered, the journey stores its draft. */
import { useCallback, useMemo, useState } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { nowOf } from '#machines/required.ts';
import type { FormValues } from './formActions.ts';
import { sectionSchema } from './schema.ts';
import { normaliseSection, openSection, scopeOf } from './scope.ts';
import { type FieldHandlers, sectionHandlers } from './sectionHandlers.ts';
import { sections } from './sections/index.ts';
import type { Scope, SectionName, Values } from './types.ts';
import { useArrivals } from './useArrivals.ts';
import { type Form, useForm } from './useForm.ts';

export interface SectionFormOptions {
  section: SectionName;
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
  /** @param values as stored: normalised, hidden fields empty. */
  onSubmit: (values: Values) => void;
}

export interface SectionFormState extends Form {
  scope: Scope;
  handlers: FieldHandlers;
}

export function useSectionForm({ section, state, send, onSubmit }: SectionFormOptions): SectionFormState {
  const { language: lang, session, drafts, saved, elsewhere, problem } = state.context;
  const today = nairobiDate(nowOf(state.context));
  const ownMobile = session?.mobile;
  const scope = useMemo(() => scopeOf({ today, lang, ...(ownMobile === undefined ? {} : { ownMobile }) }), [today, ownMobile, lang]);
  const schema = useMemo(() => sectionSchema(section, scope), [section, scope]);
  /** Everything but codes. */
  const keepable = useCallback(
    (values: FormValues): Values => {
      const kept = { ...values };
      for (const field of sections[section].fields) if (field.privacy === 'secret') delete kept[field.name];
      return kept;
    },
    [section],
  );
  const onDraft = useCallback((values: Values) => send({ type: 'draft.saved', section, values }), [send, section]);

  const stored = drafts[section]?.values ?? saved[section];
  const [initial] = useState(() => openSection(section, stored ?? {}, scope));
  const form = useForm({
    initial,
    schema,
    keepable,
    onDraft,
    refused: problem?.fields,
    isSending: state.hasTag('overlay'),
    onSubmit: (values) => onSubmit(normaliseSection(section, values, scope)),
  });
  const { actor, actions } = form;
  useArrivals({ section, stored, isFromElsewhere: (elsewhere[section] ?? []).length > 0, scope, keepable, actor, actions });
  const handlers = useMemo(() => sectionHandlers(section, scope, actor, actions, send), [section, scope, actor, actions, send]);
  return { ...form, scope, handlers };
}
