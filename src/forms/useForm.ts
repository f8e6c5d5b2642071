/**
 * Every form of the app: its entries hold what was entered and what is said of it, the form machine holds what is being
 * typed and what became of it. Nothing here knows a section.
 */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { formMachine, type FormActor, type FormSnapshot } from '#machines/form.machine.ts';
import type { Values } from '#machines/model/application.ts';
import { afterPaint } from './afterPaint.ts';
import { createEntries, type Entries, type FormValues } from './entries.ts';
import { actionsOf, type FormActions } from './formActions.ts';

export interface FormOptions {
  initial: FormValues;
  /** Field name to message, of every field that is wrong. */
  messagesOf: (values: FormValues) => Values;
  /** What of the values may be stored; the same function from one render to the next. A form that stores nothing leaves it out. */
  keepable?: ((values: FormValues) => Values) | undefined;
  onDraft?: ((values: Values) => void) | undefined;
  /** Stores the draft with every painted letter, and not only when a field is left. */
  storesEveryLetter?: boolean;
  /** Receives values in which nothing is wrong. A form that the chart judges leaves it out, and sends what `submitForChart` returns. */
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

interface Page extends Pick<FormOptions, 'messagesOf' | 'onDraft'> {
  painted?: () => void;
}

/** Messages about fields that a person has left. */
const visible = (messages: Values, left: Entries['left']): Values =>
  Object.fromEntries(Object.entries(messages).filter(([field]) => left[field]));

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
  const { initial, messagesOf, keepable = nothing, onDraft, storesEveryLetter = false, onSubmit, isSending = false, refused } = options;
  /** What machine and actions call: the functions of the last drawing. */
  const page = useRef<Page>({ messagesOf, onDraft });
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
  const [entries] = useState(() => createEntries(initial));
  const { values, left, messages } = useSyncExternalStore(entries.subscribe, entries.get, entries.get);
  const actions = useMemo(
    () => actionsOf({ actor, entries, keepable, messagesOf: (entered) => page.current.messagesOf(entered) }),
    [actor, entries, keepable],
  );
  const errors = useMemo(() => visible(messages, left), [messages, left]);
  const isMarked = Object.keys(errors).length > 0;

  useLayoutEffect(() => {
    page.current = {
      painted() {
        actor.send({ type: 'page.painted' });
        if (storesEveryLetter) actions.storeTyped();
        if (isMarked) actions.recheck();
      },
      messagesOf,
      onDraft,
    };
  });
  useKeep(actions.keep);

  useEffect(() => {
    if (refused) actor.send({ type: 'lender.refused', fields: refused });
  }, [actor, refused]);
  useEffect(() => {
    if (!isSending) actor.send({ type: 'sending.ended' });
  }, [actor, isSending]);

  const submit = () => {
    const accepted = actions.submit();
    if (accepted) onSubmit?.(accepted);
  };
  return { actor, actions, entered: values, errors, submit };
}

const itself = (snapshot: FormSnapshot): FormSnapshot => snapshot;

/**
 * The form as it is to be rendered: without a letter that the browser has not painted yet.
 * @param isSame renders nothing new where it returns true; always where it is left out.
 */
export const useDrawn = (actor: FormActor, isSame: (a: FormSnapshot, b: FormSnapshot) => boolean = Object.is): FormSnapshot =>
  useSelector(actor, itself, (drawn, next) => next.hasTag('undrawn') || isSame(drawn, next));
