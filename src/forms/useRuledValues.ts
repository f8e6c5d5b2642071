/**
 * Holds the values of a form with one or two fields, and the messages of its rules. Formik and yup come with the sections of an
 * application: signing in would wait for 20 kB that it does not need.
 */
import { useMemo, useReducer, useRef } from 'react';
import type { Values } from '#machines/model/application.ts';
import { sameValues } from '#machines/model/form.ts';
import type { EnteredState, EnteredStore, FormValues } from './entered.ts';

/**
 * @param messagesOf the message of each wrong field, of all fields. Must be the same function in every render.
 * @returns what is held in this render, and the functions that change it.
 */
export function useRuledValues(
  initial: FormValues,
  messagesOf: (values: FormValues) => Values,
): readonly [state: EnteredState, store: EnteredStore] {
  // A ref, because a change must see the change before it, which may not have been rendered yet.
  const held = useRef<EnteredState>({ values: initial, errors: {}, touched: {} });
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const store = useMemo((): EnteredStore => {
    const setState: EnteredStore['setState'] = (change) => {
      const next = change(held.current);
      if (next === held.current) return;
      held.current = next;
      draw();
    };
    const validate: EnteredStore['validate'] = (values) => {
      const errors = messagesOf(values);
      setState((state) => (sameValues(errors, state.errors) ? state : { ...state, errors }));
    };
    return { setState, validate };
  }, [messagesOf]);
  return [held.current, store];
}
