/**
 * The changes of a form by controls and screens. Each is an event of the form machine. A change that enters values also
 * changes the store of the entered values.
 */
import type { FormActor } from '#machines/form.machine.ts';
import type { Values } from '#machines/model/application.ts';
import { afterPress } from '#src/ui/afterPaint.ts';
import type { EnteredState as State, EnteredStore, FormValues } from './entered.ts';

export type Edit = (values: FormValues) => FormValues;
export type Appearing = (before: FormValues, after: FormValues) => readonly string[];

/** The functions never change during the life of the form. */
export interface FormActions {
  /** All entered and typed values. */
  present: () => FormValues;
  /**
   * @param removed names the characters that the field did not take.
   * @param edit the effect of the text on the values. Fields that it clears are cleared at once. Absent: no other field changes.
   */
  typed: (field: string, text: string, removed?: string, edit?: Edit) => void;
  /** The focus left the field: its value is entered, stored and validated. */
  left: (field: string) => void;
  /**
   * A choice is entered, stored and validated at once.
   * @param edit the effect of the choice on the values. Absent: only its own field changes.
   * @param appearing names the fields that the choice makes visible. They show no error before the borrower leaves them.
   */
  chosen: (field: string, value: string, edit?: Edit, appearing?: Appearing) => void;
  /** Enters values that did not come from this form's controls. Fields that show an error are validated again. */
  put: (values: FormValues) => void;
  /** Enters and stores the typed text, also when the form is unmounted. @returns all entered values. */
  keep: () => FormValues;
  /** Stores the typed text while the borrower goes on typing. */
  storeTyped: () => void;
  /** Validates the touched fields again while the borrower types in them. */
  recheck: () => void;
  /**
   * Submits to the chart, which checks the values: everything is entered and stored, and every wrong field is marked.
   * @returns all entered values.
   */
  submitForChart: () => FormValues;
}

const unmarked = (names: readonly string[]): State['touched'] => Object.fromEntries(names.map((name) => [name, false]));

/** A field that another one cleared starts again: it shows no error before the borrower leaves it. */
const withoutCleared = ({ values, touched }: State, next: FormValues): State['touched'] => {
  const cleared = Object.keys(touched).filter((name) => touched[name] && values[name] && !next[name]);
  return cleared.length === 0 ? touched : { ...touched, ...unmarked(cleared) };
};

export function actionsOf(actor: FormActor, { setState, validate }: EnteredStore, keepable: (values: FormValues) => Values): FormActions {
  /** Reads the current state through an update, because a component has only the state of the last render. */
  const change = (next: (state: State) => State): State => {
    const changed: { to?: State } = {};
    setState((state) => (changed.to = next(state)));
    if (!changed.to) throw new Error('The store of the entered values did not call the change at once');
    return changed.to;
  };
  const typedSoFar = (): Values => actor.getSnapshot().context.typed;
  const withTyped = (values: FormValues): FormValues => {
    const typed = typedSoFar();
    return Object.keys(typed).some((name) => typed[name] !== values[name]) ? { ...values, ...typed } : values;
  };
  const present = (): FormValues => withTyped(change((state) => state).values);
  const enter = (edit: Edit = (values) => values, appearing: Appearing = () => []): FormValues =>
    change((state) => {
      const values = edit(withTyped(state.values));
      if (values === state.values) return state;
      return { ...state, values, touched: { ...withoutCleared(state, values), ...unmarked(appearing(state.values, values)) } };
    }).values;
  /** Clears the fields that the typed text clears; the text itself is not entered. @returns the names of the cleared fields. */
  const clear = (field: string, edit: Edit): readonly string[] => {
    const before = present();
    const after = edit(before);
    const cleared = Object.keys(before).filter((name) => name !== field && before[name] && !after[name]);
    if (cleared.length > 0)
      change((state) => {
        const values = { ...state.values, ...Object.fromEntries(cleared.map((name) => [name, ''])) };
        return { ...state, values, touched: withoutCleared(state, values) };
      });
    return cleared;
  };
  const check = (field: string): void =>
    validate(change((state) => (state.touched[field] ? state : { ...state, touched: { ...state.touched, [field]: true } })).values);
  const keep = (): FormValues => {
    const values = enter();
    actor.send({ type: 'field.left', values: keepable(values) });
    return values;
  };

  return {
    present,
    typed(field, text, removed = '', edit) {
      const cleared = edit ? clear(field, edit) : [];
      actor.send({ type: 'field.typed', field, text, removed, cleared });
    },
    left(field) {
      const values = keep();
      afterPress(() => {
        // The press may have submitted and emptied the form. An empty field would then show an error.
        if (present()[field] === values[field]) check(field);
      });
    },
    chosen(field, value, edit = (values) => ({ ...values, [field]: value }), appearing) {
      const values = enter(edit, appearing);
      actor.send({ type: 'field.chosen', values: keepable(values) });
      check(field);
    },
    put: (values) => {
      enter(() => values);
      validate(values);
    },
    keep,
    storeTyped: () => actor.send({ type: 'typing.stored', values: keepable(present()) }),
    submitForChart() {
      const values = keep();
      change((state) => ({ ...state, touched: Object.fromEntries(Object.keys(values).map((name) => [name, true])) }));
      actor.send({ type: 'form.handedOver' });
      validate(values);
      return values;
    },
    recheck: () =>
      validate(
        change((state) => {
          const anew = Object.keys(typedSoFar()).filter((name) => state.touched[name] && !state.errors[name]);
          const touched =
            anew.length === 0 ? state.touched : { ...state.touched, ...Object.fromEntries(anew.map((name) => [name, false])) };
          return { ...state, values: withTyped(state.values), touched };
        }).values,
      ),
  };
}
