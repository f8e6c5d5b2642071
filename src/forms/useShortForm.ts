/** A form of a few fields whose values the chart judges when they are sent: a number, a code, an amount. */
import { object, string } from 'yup';
import type { Values } from '#machines/model/application.ts';
import { useDrawn, useForm } from './useForm.ts';

/** The values of a form, by name. */
export type Read<Name extends string> = (name: Name) => string;

/** @returns why the value is wrong, in the borrower's words; null: it is not. */
export type ShortRule<Name extends string> = (value: string, read: Read<Name>) => string | null;

export interface ShortFormOptions<Name extends string> {
  initial: Readonly<Record<Name, string>>;
  /** Said when the field is left, until the value is right. */
  rules?: Partial<Record<Name, ShortRule<Name>>>;
  /** What stands in a field for what was typed; the text itself where absent. */
  settle?: Partial<Record<Name, (text: string) => string>>;
  /** The values may be stored, and are with this. The same function from one drawing to the next. */
  keepable?: (values: Values) => Values;
  onDraft?: (values: Values) => void;
}

export interface ShortForm<Name extends string> {
  /** As entered and typed so far, for what the screen makes of it. */
  value: Read<Name>;
  error: (name: Name) => string | undefined;
  /** Of a text field. */
  field: (name: Name) => {
    name: Name;
    value: string;
    settle: (text: string) => string;
    onChange: (name: string, text: string) => void;
    onBlur: (name: string) => void;
  };
  choose: (change: Partial<Record<Name, string>>) => void;
  /** Everything is entered, and may be sent. */
  entered: () => Read<Name>;
}

const itself = (text: string): string => text;

/** The rules as the yup schema that Formik validates with. An empty value is judged like any other. */
const schemaOf = <Name extends string>(rules: Partial<Record<Name, ShortRule<Name>>>) =>
  object(
    Object.fromEntries(
      Object.entries<ShortRule<Name> | undefined>(rules).map(([name, rule]) => [
        name,
        string().test(name, (value, test) => {
          const values: Partial<Record<Name, string>> = test.parent;
          const message = rule?.(value ?? '', (other) => values[other] ?? '') ?? null;
          return message === null || test.createError({ message });
        }),
      ]),
    ),
  );

export function useShortForm<Name extends string>(options: ShortFormOptions<Name>): ShortForm<Name> {
  const { initial, rules = {}, settle = {}, keepable, onDraft } = options;
  const { actor, actions, entered, errors } = useForm({
    initial,
    schema: schemaOf(rules),
    ...(keepable ? { keepable } : {}),
    ...(onDraft ? { onDraft } : {}),
  });
  const { typed } = useDrawn(actor).context;
  const settled: Readonly<Record<string, ((text: string) => string) | undefined>> = settle;
  return {
    value: (name) => typed[name] ?? entered[name] ?? '',
    error: (name) => errors[name],
    field: (name) => ({
      name,
      value: entered[name] ?? '',
      settle: settled[name] ?? itself,
      onChange: (field, text) => actions.typed(field, (settled[field] ?? itself)(text)),
      onBlur: actions.left,
    }),
    choose(change) {
      for (const [name, value] of Object.entries<string | undefined>(change)) if (value !== undefined) actions.chosen(name, value);
    },
    entered() {
      const values = actions.keep();
      return (name) => values[name] ?? '';
    },
  };
}
