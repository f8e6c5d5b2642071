/** The entered values of a form. Formik holds those of a section, `useRuledValues` those of a short form. */

export type FormValues = Record<string, string>;

/** What is held of a form: its values, the message of each wrong field, and the fields that a person has left. */
export interface EnteredState {
  values: FormValues;
  errors: Readonly<Record<string, string | undefined>>;
  touched: Readonly<Record<string, boolean | undefined>>;
}

/** The functions never change during the life of the form. */
export interface EnteredStore {
  /** Calls `change` at once with the current state, which is newer than that of the last render while a render is pending. */
  setState: (change: (state: EnteredState) => EnteredState) => void;
  /** Sets the messages of these values. They may be set later. */
  validate: (values: FormValues) => void;
}
