/**
 * The basis of every form of the app. Formik holds the entered values and their errors; the form machine holds the text that
 * is being typed, and whether it is stored, submitted or refused. The hook does not depend on any section.
 */
import { useActorRef, useSelector } from '@xstate/react';
import { useFormik } from 'formik';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AnyObjectSchema } from 'yup';
import { formMachine, type FormActor, type FormSnapshot } from '#machines/form.machine.ts';
import type { Values } from '#machines/model/application.ts';
import { afterPaint } from './afterPaint.ts';
import { actionsOf, type FormActions, type FormValues } from './formActions.ts';

export interface FormOptions {
  initial: FormValues;
  /** Must be the same object in every render. */
  schema: AnyObjectSchema;
  /** The part of the values that may be stored. Must be the same function in every render. Absent: the form stores nothing. */
  keepable?: ((values: FormValues) => Values) | undefined;
  onDraft?: ((values: Values) => void) | undefined;
  /** Stores the draft with every painted letter, and not only when a field is left. */
  storesEveryLetter?: boolean;
  /** Receives values that the schema accepts. Absent where the chart checks the form: it is sent the result of `submitForChart`. */
  onSubmit?: (values: FormValues) => void;
  /** Whether the submitted values are being sent. */
  isSending?: boolean;
  /** The lender's messages by field. Must be the same object until the lender's next answer. */
  refused?: Values | undefined;
}

export interface Form {
  actor: FormActor;
  actions: FormActions;
  /** The entered values. `useDrawn` adds the text that is being typed. */
  entered: FormValues;
  /** Messages by field name: of touched fields, and of all fields after the form was submitted. */
  errors: Values;
  submit: () => void;
}

const nothing = (): Values => ({});

/** The messages of fields that a person has left. */
const visible = (errors: Readonly<Record<string, string | undefined>>, touched: Readonly<Record<string, boolean | undefined>>): Values => {
  const shown: Record<string, string> = {};
  for (const [field, message] of Object.entries(errors)) if (message && touched[field]) shown[field] = message;
  return shown;
};

/** Stores the typed text when the page is hidden or the form is unmounted. */
function useKeep(keep: () => void): void {
  // A layout effect, because its cleanup runs before the effects stop the actor.
  useLayoutEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      keep();
    };
  }, [keep]);
}

export function useForm(options: FormOptions): Form {
  const { initial, schema, keepable = nothing, onDraft, storesEveryLetter = false, onSubmit, isSending = false, refused } = options;
  /** The functions of the last render, for the actions of the machine. */
  const page = useRef<{ painted?: () => void; onDraft?: FormOptions['onDraft'] }>({});
  const machine = useMemo(
    () =>
      formMachine.provide({
        actions: {
          awaitPaint: () => void afterPaint(() => page.current.painted?.()),
          storeDraft: (_, { values }) => page.current.onDraft?.(values),
        },
      }),
    [page],
  );
  const actor = useActorRef(machine, { input: { values: keepable(initial), refused } });
  const { values, errors, touched, submitCount, isSubmitting, ...formik } = useFormik<FormValues>({
    initialValues: initial,
    validationSchema: schema,
    validateOnChange: false,
    onSubmit: async (accepted) => {
      actor.send({ type: 'form.accepted' });
      onSubmit?.(accepted);
    },
  });
  const { setFormikState, validateForm, submitForm } = formik;
  const actions = useMemo(
    () => actionsOf(actor, { setFormikState, validateForm }, keepable),
    [actor, setFormikState, validateForm, keepable],
  );
  const shown = useMemo(() => visible(errors, touched), [errors, touched]);
  const isMarked = Object.keys(shown).length > 0;

  useLayoutEffect(() => {
    page.current = {
      painted() {
        actor.send({ type: 'page.painted' });
        if (storesEveryLetter) actions.storeTyped();
        if (isMarked) actions.recheck();
      },
      onDraft,
    };
  });
  useKeep(actions.keep);

  useEffect(() => {
    const fields = Object.keys(errors);
    if (submitCount > 0 && !isSubmitting && fields.length > 0) actor.send({ type: 'form.invalid', fields });
  }, [actor, submitCount, isSubmitting, errors]);
  useEffect(() => {
    if (refused) actor.send({ type: 'lender.refused', fields: refused });
  }, [actor, refused]);
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
  return { actor, actions, entered: values, errors: shown, submit };
}

const itself = (snapshot: FormSnapshot): FormSnapshot => snapshot;

/**
 * The snapshot for rendering. It changes only after the browser has painted the last typed letter.
 * @param isSame skips a render where it returns true. Absent: only an identical snapshot is skipped.
 */
export const useDrawn = (actor: FormActor, isSame: (a: FormSnapshot, b: FormSnapshot) => boolean = Object.is): FormSnapshot =>
  useSelector(actor, itself, (drawn, next) => next.hasTag('undrawn') || isSame(drawn, next));
