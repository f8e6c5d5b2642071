/** A form of a few fields whose values the chart judges when they are submitted: a number, a code, an amount, a message. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Values } from '#machines/model/application.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { isNews } from '#machines/model/form.ts';
import type { Cents } from '#machines/model/money.ts';
import { centsOf } from '#src/ui/form/wholeShillings.ts';
import type { FormValues } from './entered.ts';
import { useDrawn, useForm } from './useForm.ts';
import { useRuledValues } from './useRuledValues.ts';

/** The values of a form. */
export interface Entered<Name extends string> {
  values: Values;
  value: (name: Name) => string;
  /** The amount in cents; null: the value is no plain amount of shillings. */
  amount: (name: Name) => Cents | null;
  /** The value as a whole number, such as a count of days; null: the value is none. */
  count: (name: Name) => number | null;
}

/** @returns why the value is wrong, as a text for the borrower; null: the value is accepted. */
export type ShortRule<Name extends string> = (value: string, entered: Entered<Name>) => string | null;

export interface ShortFormOptions<Name extends string> {
  /** The values of the form when it opens. */
  initial: Readonly<Record<Name, string>>;
  /** Checked when the field is left, on submit, and afterwards at every letter until the value is right. */
  rules?: Partial<Record<Name, ShortRule<Name>>>;
  /** Converts typed text to the value of the field. Absent: the text itself. */
  settle?: Partial<Record<Name, (text: string) => string>>;
  /** Stores all values. A form that stores nothing leaves it out. */
  onDraft?: (values: Values) => void;
  storesEveryLetter?: boolean;
  /** The stored values; the same object until they change. The form takes them over, except for fields that are being typed in. */
  stored?: Values;
  /** The last problem. Its errors are shown at the fields: from the rules, or the lender's message until the next letter. */
  problem?: Problem | null;
  /** Problem codes with which the chart refuses the submitted values. Each field then shows the result of its rule. */
  judgedBy?: readonly number[];
  /** A field, and the lender's codes whose message is shown at this field. */
  messageField?: readonly [field: Name, codes: readonly number[]];
}

export interface ShortForm<Name extends string> extends Entered<Name> {
  /** A problem that concerns no field. It is shown beside the button. */
  note: Problem | null;
  /** Whether the problem is shown at the fields. */
  isAtFields: boolean;
  error: (name: Name) => string | undefined;
  /** Properties of a text field. */
  field: (name: Name) => {
    name: Name;
    value: string;
    settle: (text: string) => string;
    onChange: (name: string, text: string) => void;
    onBlur: (name: string) => void;
  };
  /** Properties of a group of choices. */
  choice: (name: Name) => { name: Name; value: string; onChange: (name: string, id: string) => void };
  choose: (change: Partial<Record<Name, string>>) => void;
  /** Enters and stores the typed text, and marks wrong fields. @returns the values for the chart to check. */
  submit: () => Entered<Name>;
}

const INCOMPLETE: readonly number[] = [LOCAL.incomplete];

const itself = (text: string): string => text;
const countOf = (text: string): number | null => (/^\d+$/.test(text) ? Number(text) : null);
const allOf = (values: Values): Values => values;

const enteredOf = <Name extends string>(values: Values): Entered<Name> => ({
  values,
  value: (name) => values[name] ?? '',
  amount: (name) => centsOf(values[name] ?? ''),
  count: (name) => countOf(values[name] ?? ''),
});

const namesOf = <Name extends string>(record: Partial<Record<Name, unknown>>): Name[] => Object.keys(record) as Name[];

export function useShortForm<Name extends string>(options: ShortFormOptions<Name>): ShortForm<Name> {
  const { initial, rules = {}, settle = {}, onDraft, storesEveryLetter = false, stored } = options;
  const { problem = null, judgedBy = INCOMPLETE, messageField } = options;
  const isRefused = problem !== null && judgedBy.includes(problem.code);
  const refusedField = problem && messageField?.[1].includes(problem.code) ? messageField[0] : null;
  // Memoised, because the form takes the messages over once for each object.
  const refused = useMemo(() => (problem && refusedField ? { [refusedField]: problem.message } : problem?.fields), [problem, refusedField]);
  const isAtFields = isRefused || Object.keys(refused ?? {}).some((name) => name in initial);
  const rulesNow = useRef<Partial<Record<Name, ShortRule<Name>>>>(rules);
  useLayoutEffect(() => {
    rulesNow.current = rules;
  });
  const messagesOf = useCallback((values: FormValues): Values => {
    const all = enteredOf<Name>(values);
    const messages = namesOf(rulesNow.current).map((name) => [name, rulesNow.current[name]?.(all.value(name), all)] as const);
    return Object.fromEntries(messages.flatMap(([name, message]) => (message ? [[name, message]] : [])));
  }, []);
  const [state, store] = useRuledValues(initial, messagesOf);
  const { actor, actions, entered, errors } = useForm(state, store, {
    keepable: onDraft && allOf,
    onDraft,
    storesEveryLetter,
    refused,
  });
  const { typed, refused: refusedNow } = useDrawn(actor).context;

  useEffect(() => {
    const { context } = actor.getSnapshot();
    if (!stored || !isNews(context, stored)) return;
    // Text that is being typed is newer than any received value.
    actions.put({ ...stored, ...context.typed });
    actor.send({ type: 'values.received', values: stored, elsewhere: null });
  }, [actor, actions, stored]);

  const now = enteredOf<Name>({ ...entered, ...typed });
  const settleOf: Readonly<Record<string, ((text: string) => string) | undefined>> = settle;
  const rulesOf: Partial<Record<Name, ShortRule<Name>>> = rules;
  const choose = (change: Readonly<Record<string, string | undefined>>) => {
    for (const [name, value] of Object.entries(change)) if (value !== undefined) actions.chosen(name, value);
  };
  return {
    ...now,
    note: isAtFields ? null : problem,
    isAtFields,
    error: (name) => refusedNow[name] ?? errors[name] ?? (isRefused ? (rulesOf[name]?.(now.value(name), now) ?? undefined) : undefined),
    field: (name) => ({
      name,
      value: entered[name] ?? '',
      settle: settleOf[name] ?? itself,
      onChange: (field, text) => actions.typed(field, (settleOf[field] ?? itself)(text)),
      onBlur: actions.left,
    }),
    choice: (name) => ({ name, value: now.value(name), onChange: (field, id) => choose({ [field]: id }) }),
    choose,
    submit: () => enteredOf(actions.submitForChart()),
  };
}
