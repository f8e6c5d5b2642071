/**
 * The basis of every form of the app: joins the form machine, the store of the entered values and the page. The machine holds
 * the text that is being typed, and whether it is stored, submitted or refused. The hook does not depend on any section.
 */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { formMachine, type FormActor, type FormSnapshot } from '#machines/form.machine.ts';
import type { Values } from '#machines/model/application.ts';
import { afterPaint } from '#src/ui/afterPaint.ts';
import type { EnteredState, EnteredStore, FormValues } from './entered.ts';
import { actionsOf, type FormActions } from './formActions.ts';

export interface FormOptions {
  /** The part of the values that may be stored. Must be the same function in every render. Absent: the form stores nothing. */
  keepable?: ((values: FormValues) => Values) | undefined;
  onDraft?: ((values: Values) => void) | undefined;
  /** Stores the draft with every painted letter, and not only when a field is left. */
  storesEveryLetter?: boolean;
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
}

const nothing = (): Values => ({});

/** The messages of fields that a person has left. */
const visible = (errors: EnteredState['errors'], touched: EnteredState['touched']): Values => {
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

/** @param state what the store holds in this render. */
export function useForm(
  { values, errors, touched }: EnteredState,
  { setState, validate }: EnteredStore,
  { keepable = nothing, onDraft, storesEveryLetter = false, refused }: FormOptions,
): Form {
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
  const actor = useActorRef(machine, { input: { values: keepable(values), refused } });
  const actions = useMemo(() => actionsOf(actor, { setState, validate }, keepable), [actor, setState, validate, keepable]);
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
    if (refused) actor.send({ type: 'lender.refused', fields: refused });
  }, [actor, refused]);
  return { actor, actions, entered: values, errors: shown };
}

const itself = (snapshot: FormSnapshot): FormSnapshot => snapshot;

/**
 * The snapshot for rendering. It changes only after the browser has painted the last typed letter.
 * @param isSame skips a render where it returns true. Absent: only an identical snapshot is skipped.
 */
export const useDrawn = (actor: FormActor, isSame: (a: FormSnapshot, b: FormSnapshot) => boolean = Object.is): FormSnapshot =>
  useSelector(actor, itself, (drawn, next) => next.hasTag('undrawn') || isSame(drawn, next));
