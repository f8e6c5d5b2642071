/** A form whose values Formik holds, validates by a yup schema and submits: one section of an application. */
import { useFormik } from 'formik';
import { useEffect, useMemo, useState } from 'react';
import type { AnyObjectSchema } from 'yup';
import type { EnteredStore, FormValues } from './entered.ts';
import { type Form, type FormOptions, useForm } from './useForm.ts';

export interface FormikFormOptions extends FormOptions {
  /** The values of the form when it opens. */
  initial: FormValues;
  /** Must be the same object until a rule changes. */
  schema: AnyObjectSchema;
  /** Receives values that the schema accepts. */
  onSubmit: (values: FormValues) => void;
  /** Whether the submitted values are being sent. */
  isSending: boolean;
}

export interface FormikForm extends Form {
  submit: () => void;
}

export function useFormikForm({ initial, schema, onSubmit, isSending, ...options }: FormikFormOptions): FormikForm {
  const { values, errors, touched, submitCount, isSubmitting, ...formik } = useFormik<FormValues>({
    initialValues: initial,
    validationSchema: schema,
    validateOnChange: false,
    onSubmit: async (accepted) => {
      form.actor.send({ type: 'form.accepted' });
      onSubmit(accepted);
    },
  });
  const { setFormikState, validateForm, submitForm } = formik;
  const store = useMemo(
    (): EnteredStore => ({
      setState: (change) =>
        setFormikState((state) => {
          const next = change(state);
          return next === state ? state : { ...state, ...next };
        }),
      validate: (now) => void validateForm(now),
    }),
    [setFormikState, validateForm],
  );
  const form = useForm({ values, errors, touched }, store, options);
  const { actor, actions } = form;

  useEffect(() => {
    const fields = Object.keys(errors);
    if (submitCount > 0 && !isSubmitting && fields.length > 0) actor.send({ type: 'form.invalid', fields });
  }, [actor, submitCount, isSubmitting, errors]);
  useEffect(() => {
    if (!isSending) actor.send({ type: 'sending.ended' });
  }, [actor, isSending]);

  // Formik submits the values of its last render, so submitting waits for the render that has the typed text.
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) void submitForm();
  }, [attempts, submitForm]);
  const submit = () => {
    actions.keep();
    actor.send({ type: 'form.submitted' });
    setAttempts((count) => count + 1);
  };
  return { ...form, submit };
}
