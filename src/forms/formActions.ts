/** What controls and screens do to a form: each is an event of the form machine and, where values are entered, a change of the entries. */
import type { FormActor } from '#machines/form.machine.ts';
import type { Values } from '#machines/model/application.ts';
import { afterPress } from './afterPaint.ts';
import type { Entries, EntryStore, FormValues } from './entries.ts';

export type Edit = (values: FormValues) => FormValues;
export type Appearing = (before: FormValues, after: FormValues) => readonly string[];

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
  /** What is typed is entered and stored, whatever becomes of the form. @returns everything entered. */
  keep: () => FormValues;
  /** What is typed is stored; its field goes on being typed in. */
  storeTyped: () => void;
  /** Validates marked fields again, while they are being typed in. */
  recheck: () => void;
  /**
   * The form goes to the chart, which judges it: everything is entered and stored, and every wrong field is marked.
   * @returns everything entered.
   */
  submitForChart: () => FormValues;
  /** Everything is entered and stored. @returns it where all of it is right; null: every wrong field is marked. */
  submit: () => FormValues | null;
}

const unmarked = (names: readonly string[]): Entries['left'] => Object.fromEntries(names.map((name) => [name, false]));
const allMarked = (values: FormValues): Entries['left'] => Object.fromEntries(Object.keys(values).map((name) => [name, true]));

/** A field that another one cleared starts again: it is not marked before it is left. */
const withoutCleared = ({ values, left }: Entries, next: FormValues): Entries['left'] => {
  const cleared = Object.keys(left).filter((name) => left[name] && values[name] && !next[name]);
  return cleared.length === 0 ? left : { ...left, ...unmarked(cleared) };
};

interface FormParts {
  actor: FormActor;
  entries: EntryStore;
  /** What of the values may be stored. */
  keepable: (values: FormValues) => Values;
  /** Why fields are wrong, by the rules of the present drawing. */
  messagesOf: (values: FormValues) => Values;
}

export function actionsOf({ actor, entries: { get, change }, keepable, messagesOf }: FormParts): FormActions {
  const typedSoFar = (): Values => actor.getSnapshot().context.typed;
  const withTyped = (values: FormValues): FormValues => {
    const typed = typedSoFar();
    return Object.keys(typed).some((name) => typed[name] !== values[name]) ? { ...values, ...typed } : values;
  };
  const present = (): FormValues => withTyped(get().values);
  const enter = (edit: Edit = (values) => values, appearing: Appearing = () => []): FormValues =>
    change((entries) => {
      const values = edit(withTyped(entries.values));
      if (values === entries.values) return entries;
      return { ...entries, values, left: { ...withoutCleared(entries, values), ...unmarked(appearing(entries.values, values)) } };
    }).values;
  /** The text itself stays typed; what it clears is entered. @returns the names of the cleared fields. */
  const clear = (field: string, edit: Edit): readonly string[] => {
    const before = present();
    const after = edit(before);
    const cleared = Object.keys(before).filter((name) => name !== field && before[name] && !after[name]);
    if (cleared.length > 0)
      change((entries) => {
        const values = { ...entries.values, ...Object.fromEntries(cleared.map((name) => [name, ''])) };
        return { ...entries, values, left: withoutCleared(entries, values) };
      });
    return cleared;
  };
  /** @param marked fields that show their message from now on. */
  const validate = (marked: Entries['left'] = {}): Values =>
    change((entries) => ({ ...entries, left: { ...entries.left, ...marked }, messages: messagesOf(entries.values) })).messages;
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
        if (present()[field] === values[field]) validate({ [field]: true });
      });
    },
    chosen(field, value, edit = (values) => ({ ...values, [field]: value }), appearing) {
      const values = enter(edit, appearing);
      actor.send({ type: 'field.chosen', values: keepable(values) });
      validate({ [field]: true });
    },
    put(values) {
      enter(() => values);
      validate();
    },
    keep,
    storeTyped: () => actor.send({ type: 'typing.stored', values: keepable(present()) }),
    submitForChart() {
      const values = keep();
      actor.send({ type: 'form.handedOver' });
      validate(allMarked(values));
      return values;
    },
    submit() {
      const values = keep();
      actor.send({ type: 'form.submitted' });
      const fields = Object.keys(validate(allMarked(values)));
      if (fields.length > 0) actor.send({ type: 'form.invalid', fields });
      else actor.send({ type: 'form.accepted' });
      return fields.length > 0 ? null : values;
    },
    recheck: () =>
      void change(({ values, left, messages }) => {
        const entered = withTyped(values);
        const anew = Object.keys(typedSoFar()).filter((name) => left[name] && !messages[name]);
        return { values: entered, left: { ...left, ...unmarked(anew) }, messages: messagesOf(entered) };
      }),
  };
}
