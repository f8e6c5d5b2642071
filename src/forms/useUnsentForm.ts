/**
 * A form whose values the chart keeps as unsent until the lender has them (decision 36): with every painted letter, so
 * that a closed web view loses nothing.
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
  /** What the values are for, as `Unsent` names it. */
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
  // Unsent values that are not of this form, such as pictures, stay with the chart.
  const stored = useMemo(() => {
    const values: Record<Name, string> = { ...empty };
    for (const name in values) values[name] = unsent?.[name] ?? empty[name];
    return values;
  }, [empty, unsent]);
  const onDraft = useCallback((values: Values) => send({ type: 'message.changed', about, values }), [send, about]);
  return useShortForm({ rules, initial: stored, stored, onDraft, storesEveryLetter: true, problem: state.context.problem });
}
