/**
 * A form whose values the chart stores as unsent until the lender has received them (decision 36). They are stored with every
 * painted letter, so that a closed web view loses nothing.
 */
import { useCallback, useMemo, useState } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Values } from '#machines/model/application.ts';
import type { UnsentField } from './unsentFields.ts';
import { type ShortForm, type ShortFormOptions, useShortForm } from './useShortForm.ts';

export interface UnsentFormOptions<Name extends UnsentField> extends Pick<ShortFormOptions<Name>, 'initial' | 'rules'> {
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
  /** The subject of the values: a key of `Unsent`. */
  about: string;
}

export function useUnsentForm<Name extends UnsentField>({
  state,
  send,
  about,
  initial,
  rules = {},
}: UnsentFormOptions<Name>): ShortForm<Name> {
  const [empty] = useState(initial);
  const unsent = state.context.unsent[about];
  // Other unsent values, such as pictures, are kept by the chart and not by this form.
  const stored = useMemo(() => {
    const values: Record<Name, string> = { ...empty };
    for (const name in values) values[name] = unsent?.[name] ?? empty[name];
    return values;
  }, [empty, unsent]);
  const onDraft = useCallback((values: Values) => send({ type: 'message.changed', about, values }), [send, about]);
  return useShortForm({ rules, initial: stored, stored, onDraft, storesEveryLetter: true, problem: state.context.problem });
}
