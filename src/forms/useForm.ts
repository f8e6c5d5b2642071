/**
 * Every form of the app: Formik holds the entered values and their errors, the form machine holds what is being typed
 * and what became of it. Nothing here knows a section.
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
  /** The same object from one render to the next. */
  schema: AnyObjectSchema;
  /** What of the values may be stored; the same function from one render to the next. A form that stores nothing leaves it out. */
  keepable?: ((values: FormValues) => Values) | undefined;
  onDraft?: ((values: Values) => void) | undefined;
  /** Stores the draft with every painted letter, and not only when a field is left. */
  storesEveryLetter?: boolean;
  /** Receives values that the schema accepts. A form that the chart judges leaves it out, and sends what `submitForChart` returns. */
  onSubmit?: (values: FormValues) => void;
  /** What was submitted is on its way. */
  isSending?: boolean;
  /** The lender's messages by field: the same object until it answers again. */
  refused?: Values | undefined;
}

export interface Form {
  actor: FormActor;
  actions: FormActions;
  /** What was entered. What is being typed comes with `useDrawn`. */
  entered: FormValues;
  /** Field name to message, of fields that were left, and of all of them once the form was submitted. */
  errors: Values;
  submit: () => void;
}

const nothing = (): Values => ({});

/** Messages about fields that a person has left. */
const visible = (errors: Readonly<Record<string, string | undefined>>, touched: Readonly<Record<string, boolean | undefined>>): Values => {
  const shown: Record<string, string> = {};
  for (const [field, message] of Object.entries(errors)) if (message && touched[field]) shown[field] = message;
  return shown;
};

/** Stores what was typed when the page is hidden or the form is unmounted. */
function useKeep(keep: () => void): void {
  // Before the actor is stopped, which happens with the effects.
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
  /** What the machine's actions call: the functions of the last render. */
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

  // Formik submits the values of its last render, so it submits after the one that has what was typed.
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
 * The form as it is to be rendered: without a letter that the browser has not painted yet.
 * @param isSame renders nothing new where it returns true; always where it is left out.
 */
export const useDrawn = (actor: FormActor, isSame: (a: FormSnapshot, b: FormSnapshot) => boolean = Object.is): FormSnapshot =>
  useSelector(actor, itself, (drawn, next) => next.hasTag('undrawn') || isSame(drawn, next));
