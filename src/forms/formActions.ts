/**
 * What controls and screens do to a form: each is an event of the form machine and, where values are entered, a change of
 * Formik's state.
 */
import type { FormikState } from 'formik';
import type { FormActor } from '#machines/form.machine.ts';
import type { Values } from '#machines/model/application.ts';
import { afterPress } from './afterPaint.ts';

export type FormValues = Record<string, string>;
export type Edit = (values: FormValues) => FormValues;
export type Appearing = (before: FormValues, after: FormValues) => readonly string[];
type State = FormikState<FormValues>;

/** The parts of Formik that are the same functions for its life. */
export interface FormikPart {
  setFormikState: (change: (state: State) => State) => void;
  validateForm: (values: FormValues) => Promise<unknown>;
}

/** The same functions for the life of the form. */
export interface FormActions {
  /** Everything entered and typed so far. */
  present: () => FormValues;
  /**
   * @param removed names the characters that the field did not take.
   * @param edit what the text does to the values: what other fields lose with it is gone at once. Nothing where absent.
   */
  typed: (field: string, text: string, removed?: string, edit?: Edit) => void;
  /** The field was left: it is entered, stored and validated. */
  left: (field: string) => void;
  /**
   * A choice: entered, stored and validated at once.
   * @param edit what it does to the values; its field alone where absent.
   * @param appearing names the fields that it brings into sight: they are not marked before they are left.
   */
  chosen: (field: string, value: string, edit?: Edit, appearing?: Appearing) => void;
  /** Values that did not come from this form's controls. Marked fields are validated again. */
  put: (values: FormValues) => void;
  /** Enters and stores the typed text, also where the form goes away. @returns everything entered. */
  keep: () => FormValues;
  /** Stores the typed text while the borrower goes on typing. */
  storeTyped: () => void;
  /** Validates marked fields again, while they are being typed in. */
  recheck: () => void;
  /**
   * Hands the form to the chart, which checks it: everything is entered and stored, and every wrong field is marked.
   * @returns everything entered.
   */
  submitForChart: () => FormValues;
}

const unmarked = (names: readonly string[]): State['touched'] => Object.fromEntries(names.map((name) => [name, false]));

/** A field that another one cleared starts again: it is not marked before it is left. */
const withoutCleared = ({ values, touched }: State, next: FormValues): State['touched'] => {
  const cleared = Object.keys(touched).filter((name) => touched[name] && values[name] && !next[name]);
  return cleared.length === 0 ? touched : { ...touched, ...unmarked(cleared) };
};

export function actionsOf(
  actor: FormActor,
  { setFormikState, validateForm }: FormikPart,
  keepable: (values: FormValues) => Values,
): FormActions {
  /** Reads Formik's present state by an update of it, because a component sees only the state of the last render. */
  const change = (next: (state: State) => State): State => {
    const changed: { to?: State } = {};
    setFormikState((state) => (changed.to = next(state)));
    if (!changed.to) throw new Error('Formik did not update its state synchronously');
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
  /** Removes from Formik the values that the typed text clears. The text itself stays typed. @returns the names of the cleared fields. */
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
  const validate = (field: string): void =>
    void validateForm(
      change((state) => (state.touched[field] ? state : { ...state, touched: { ...state.touched, [field]: true } })).values,
    );
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
        // The press may have sent the form, which empties the field.
        if (present()[field] === values[field]) validate(field);
      });
    },
    chosen(field, value, edit = (values) => ({ ...values, [field]: value }), appearing) {
      const values = enter(edit, appearing);
      actor.send({ type: 'field.chosen', values: keepable(values) });
      validate(field);
    },
    put: (values) => {
      enter(() => values);
      void validateForm(values);
    },
    keep,
    storeTyped: () => actor.send({ type: 'typing.stored', values: keepable(present()) }),
    submitForChart() {
      const values = keep();
      change((state) => ({ ...state, touched: Object.fromEntries(Object.keys(values).map((name) => [name, true])) }));
      actor.send({ type: 'form.handedOver' });
      void validateForm(values);
      return values;
    },
    recheck: () =>
      void validateForm(
        change((state) => {
          const anew = Object.keys(typedSoFar()).filter((name) => state.touched[name] && !state.errors[name]);
          const touched =
            anew.length === 0 ? state.touched : { ...state.touched, ...Object.fromEntries(anew.map((name) => [name, false])) };
          return { ...state, values: withTyped(state.values), touched };
        }).values,
      ),
  };
}
