/**
 * Every form of the app: Formik holds what was entered and what is wrong with it, the form machine what is being typed
 * and what became of it. Nothing here knows a section.
 */
import { useActorRef, useSelector } from '@xstate/react';
import { useFormik } from 'formik';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { AnyObjectSchema } from 'yup';
import { formMachine, type FormActor, type FormSnapshot } from '#machines/form.machine.ts';
import type { Values } from '#machines/model/application.ts';
import { afterPaint } from './afterPaint.ts';
import { actionsOf, type FormActions, type FormValues } from './formActions.ts';

export interface FormOptions {
  initial: FormValues;
  /** The same object from one drawing to the next. */
  schema: AnyObjectSchema;
  /** What of the values may be stored. A form that stores nothing leaves it out. */
  keepable?: (values: FormValues) => Values;
  onDraft?: (values: Values) => void;
  /** Values that the schema accepts. A form that the chart judges leaves it out, and sends what `keep` returns. */
  onSubmit?: (values: FormValues) => void;
  /** What was submitted is on its way. */
  isSending?: boolean;
  /** The lender's words by field: the same object until it answers again. */
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

/** Whatever takes the form or the whole app away: what was typed is stored. */
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

export function useForm({ initial, schema, keepable = nothing, onDraft, onSubmit, isSending = false, refused }: FormOptions): Form {
  const actor = useActorRef(formMachine, { input: { values: keepable(initial) } });
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

  useEffect(() => {
    const drawing = actor.on('paint.awaited', () => {
      afterPaint(() => {
        actor.send({ type: 'page.painted' });
        if (isMarked) actions.recheck();
      });
    });
    return () => drawing.unsubscribe();
  }, [actor, actions, isMarked]);
  useEffect(() => {
    const storing = actor.on('draft.changed', (draft) => onDraft?.(draft.values));
    return () => storing.unsubscribe();
  }, [actor, onDraft]);
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

  const submit = () => {
    // Formik validates what it has drawn.
    flushSync(() => {
      actions.keep();
      actor.send({ type: 'form.submitted' });
    });
    void submitForm();
  };
  return { actor, actions, entered: values, errors: shown, submit };
}

const itself = (snapshot: FormSnapshot): FormSnapshot => snapshot;

/**
 * The form as it is to be drawn: a letter that the browser has not shown yet is not in it.
 * @param isSame draws nothing new where it says so; always where it is left out.
 */
export const useDrawn = (actor: FormActor, isSame: (a: FormSnapshot, b: FormSnapshot) => boolean = Object.is): FormSnapshot =>
  useSelector(actor, itself, (drawn, next) => next.hasTag('undrawn') || isSame(drawn, next));
