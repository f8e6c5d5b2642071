/** One form section: Formik owns the key strokes, the chart owns the draft, the description owns the rules. */
import { useFormik } from 'formik';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { JourneyContext } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { formText } from '#src/ui/form/strings.ts';
import { afterPaint } from './afterPaint.ts';
import type { FieldHandlers } from './FieldControl.tsx';
import type { Remark } from './fieldViews.ts';
import { checkSection, failureOf } from './schema.ts';
import { differences, type Difference } from './review.ts';
import { fieldNamed, loadSection, normaliseSection, openSection, refusalOf, scopeOf, takeIn, withChange } from './scope.ts';
import { sections } from './sections/index.ts';
import { formMessages } from './strings.ts';
import { removedFrom } from './text.ts';
import type { CheckContext, Failure, Scope, SectionName, Values } from './types.ts';

type FormValues = Record<string, string>;
const NO_VALUES: FormValues = {};

/** Fields that another window of this phone changed: taken over, or kept here because they are being typed in. */
export interface ChangedElsewhere {
  taken: readonly string[];
  kept: readonly Difference[];
}

const NOTHING_ELSEWHERE: ChangedElsewhere = { taken: [], kept: [] };

export interface SectionFormState {
  values: FormValues;
  scope: Scope;
  /** Field name to message, in the borrower's words. */
  errors: Readonly<Record<string, string | undefined>>;
  remark: Remark | null;
  elsewhere: ChangedElsewhere;
  /** Counts refused attempts: the error summary takes the focus with each. */
  refusals: number;
  /** Something is being typed that is not kept yet. */
  isAhead: boolean;
  handlers: FieldHandlers;
  submit: () => void;
  confirmPick: (name: string, value: string) => void;
  cancelPick: () => void;
}

export interface SectionFormOptions {
  section: SectionName;
  context: JourneyContext;
  send: (event: JourneyEvent) => void;
  /** @param values as stored: normalised, hidden fields empty. */
  onSubmit: (values: Values) => void;
}

const sameValues = (a: Values, b: Values): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
};

/** What may be kept on the phone: everything but codes. */
const keepable = (section: SectionName, values: FormValues): Values => {
  const kept = { ...values };
  for (const field of sections[section].fields) if (field.privacy === 'secret') delete kept[field.name];
  return kept;
};

export function useSectionForm({ section, context, send, onSubmit }: SectionFormOptions): SectionFormState {
  const lang = context.language;
  const today = nairobiDate(context.now ?? 0);
  const ownMobile = context.session?.mobile;
  const check = useMemo<CheckContext>(() => ({ today, lang, ...(ownMobile === undefined ? {} : { ownMobile }) }), [today, ownMobile, lang]);
  const scope = useMemo(() => scopeOf(check), [check]);
  const t = formMessages(lang);
  const words = (failure: Failure): string => t(failure.key, { ...failure.params });

  const stored = context.drafts[section]?.values ?? context.saved[section];
  const known = useRef(stored);
  const [initialValues] = useState<FormValues>(() => openSection(section, stored ?? {}, check));
  const lastSaved = useRef(keepable(section, initialValues));
  /** What every field showed when it was last kept or taken over: what differs is being typed. */
  const settled = useRef<Values>(initialValues);
  const [remark, setRemark] = useState<Remark | null>(null);
  const [elsewhere, setElsewhere] = useState(NOTHING_ELSEWHERE);
  const [refusals, setRefusals] = useState(0);
  const [isAhead, setAhead] = useState(false);

  // Formik copies these deeply with every drawing and uses only the first copy: later ones are spared.
  const isDrawn = useRef(false);
  useLayoutEffect(() => {
    isDrawn.current = true;
  }, []);
  const formik = useFormik<FormValues>({
    initialValues: isDrawn.current ? NO_VALUES : initialValues,
    validateOnChange: false,
    validateOnBlur: false,
    validate: (values) => {
      const failures = Object.entries(checkSection(section, values, check)).map(([name, failure]) => [name, words(failure)]);
      if (failures.length > 0) setRefusals((count) => count + 1);
      return Object.fromEntries(failures) as Record<string, string>;
    },
    onSubmit: async (values) => {
      saveDraft(values);
      onSubmit(normaliseSection(section, values, check));
    },
  });

  const saveDraft = (values: FormValues) => {
    settled.current = values;
    setAhead(false);
    const kept = keepable(section, values);
    if (sameValues(kept, lastSaved.current)) return;
    lastSaved.current = kept;
    known.current = kept;
    setElsewhere(NOTHING_ELSEWHERE);
    send({ type: 'draft.saved', section, values: kept });
  };

  /** Fields that are red are looked at again; the others wait for the next attempt. */
  const recheck = (values: FormValues) => {
    const red = Object.keys(formik.errors);
    if (red.length === 0) return;
    const errors: Record<string, string> = {};
    for (const name of red) {
      const field = fieldNamed(section, name);
      const failure = field ? failureOf(field, values, scope) : null;
      if (failure) errors[name] = words(failure);
    }
    formik.setErrors(errors);
  };

  // Ahead of what is drawn: several letters are typed, or several fields filled in by the browser, before the next drawing.
  const present = useRef(initialValues);
  const put = (values: FormValues): void => {
    present.current = values;
    void formik.setValues(values, false);
    recheck(values);
  };
  const change = (name: string, value: string): FormValues => withChange(section, present.current, name, value, check);

  // The browser paints a letter; what the form makes of it is drawn after that, at one go, so that no letter comes in between.
  const undrawn = useRef<(() => void) | null>(null);
  const drawTyped = (): void => {
    if (!undrawn.current) return;
    undrawn.current();
    undrawn.current = null;
    flushSync(() => {
      put(present.current);
      // Whoever leaves the field before the drawing has had it kept already.
      setAhead(present.current !== settled.current);
    });
  };
  const drawSoon = (): void => {
    undrawn.current ??= afterPaint(() => latest.current.drawTyped());
  };

  const live = {
    typed(name: string, text: string) {
      const field = fieldNamed(section, name);
      const settle = (typed: string) => field?.sanitise?.(typed, scope) ?? typed;
      const kept = settle(text);
      const keeps = (character: string) => settle(`a${character}a`).indexOf(character) >= 0;
      const removed = field?.kind === 'text' ? removedFrom(text, kept, keeps).replace('␣', formText(lang)('space')) : '';
      // What was taken out is still said while the rest is typed: one letter later nobody has read it yet.
      const isStillSaid = remark?.kind === 'removed' && remark.field === name && kept !== '';
      if (removed !== '') setRemark({ field: name, kind: 'removed', text: formText(lang)('removed', { characters: removed }) });
      else if (remark !== null && !isStillSaid) setRemark(null);
      if (kept === present.current[name]) return;
      present.current = change(name, kept);
      drawSoon();
    },
    drawTyped,
    left: () => saveDraft(present.current),
    chosen(name: string, id: string) {
      drawTyped();
      setRemark(null);
      put(change(name, id));
      saveDraft(present.current);
    },
    opened(name: string) {
      drawTyped();
      const locked = fieldNamed(section, name)?.locked?.(present.current, scope) ?? null;
      if (locked !== null) setRemark({ field: name, kind: 'refused', text: t(locked) });
      else send({ type: 'picker.opened', field: name });
    },
    contactAsked(index: number) {
      drawTyped();
      saveDraft(present.current);
      send({ type: 'contact.pickRequested', index });
    },
  };
  const latest = useRef(live);
  useLayoutEffect(() => {
    latest.current = live;
  });
  // Whatever takes the form or the whole app away: what was typed is kept.
  useEffect(() => {
    const keep = () => {
      if (document.visibilityState === 'hidden') latest.current.left();
    };
    document.addEventListener('visibilitychange', keep);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      undrawn.current?.();
      latest.current.left();
    };
  }, []);
  const [handlers] = useState<FieldHandlers>(() => ({
    typed: (name, text) => latest.current.typed(name, text),
    left: () => latest.current.left(),
    chosen: (name, id) => latest.current.chosen(name, id),
    opened: (name) => latest.current.opened(name),
    contactAsked: (index) => latest.current.contactAsked(index),
  }));

  const takeInStored = () => {
    if (stored === known.current) return;
    known.current = stored;
    if (!stored) return;
    // What was typed and not kept yet is newer than anything that arrives: it stays, and the difference is said.
    const shown = present.current;
    const typed: FormValues = {};
    for (const name of Object.keys(stored)) {
      const value = shown[name] ?? '';
      if (value !== (settled.current[name] ?? '')) typed[name] = value;
    }
    settled.current = { ...settled.current, ...loadSection(section, stored, check) };
    const { values, refused } = takeIn(section, { ...shown, ...stored, ...typed }, shown, check);
    const isFromElsewhere = (context.elsewhere[section] ?? []).length > 0;
    if (isFromElsewhere) {
      setElsewhere({
        taken: differences(section, shown, values, check).map(({ label }) => label),
        kept: differences(section, values, stored, check).filter(({ field }) => field in typed),
      });
    }
    const [first] = Object.entries(refused);
    setRemark(first ? { field: first[0], kind: 'refused', text: words(first[1]) } : null);
    put(values);
    lastSaved.current = stored;
    if (!isFromElsewhere) saveDraft(values);
  };
  const takeInLatest = useRef(takeInStored);
  useLayoutEffect(() => {
    takeInLatest.current = takeInStored;
  });
  useEffect(() => takeInLatest.current(), [stored]);

  const { problem } = context;
  const fromLender = problem?.fields;
  const { setErrors } = formik;
  useEffect(() => {
    if (!fromLender) return;
    setErrors({ ...fromLender });
    setRefusals((count) => count + 1);
  }, [fromLender, setErrors]);

  return {
    values: formik.values,
    scope,
    errors: formik.errors,
    remark,
    elsewhere,
    refusals,
    isAhead,
    handlers,
    submit: () => {
      drawTyped();
      void formik.submitForm();
    },
    confirmPick(name, value) {
      const field = fieldNamed(section, name);
      const refusal = field ? refusalOf(field, value, present.current, check) : null;
      if (refusal) {
        setRemark({ field: name, kind: 'refused', text: words(refusal) });
        send({ type: 'picker.cancelled' });
        return;
      }
      live.chosen(name, value);
      send({ type: 'picker.confirmed', field: name, value });
    },
    cancelPick: () => send({ type: 'picker.cancelled' }),
  };
}
