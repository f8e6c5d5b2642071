/** The links of the error summary: each tells by its words alone which field it leads to. Pure. */
import type { GroupView } from './fieldViews.ts';
import { say } from './messages/index.ts';
import type { Scope } from './types.ts';

export interface SummaryLine {
  /** Name of the field. */
  field: string;
  message: string;
}

/**
 * The errors of some fields in the order of the form. A message has the words it has at the field; where they name no field, as with
 * the questions, or where several fields are told the same, the field's label follows.
 */
export function summaryOf(
  groups: readonly GroupView[],
  errors: Readonly<Record<string, string | undefined>>,
  fields: readonly string[],
  { lang }: Scope,
): SummaryLine[] {
  if (fields.length === 0) return [];
  const t = say(lang);
  const wrong = groups.flatMap(({ views }) =>
    views.flatMap(({ field }) => {
      const message = errors[field.name];
      return message && fields.indexOf(field.name) >= 0 ? [{ field, message }] : [];
    }),
  );
  const isVague = (message: string): boolean =>
    message === t('questionnaire.answerThis') || wrong.filter((other) => other.message === message).length > 1;
  return wrong.map(({ field, message }) => ({
    field: field.name,
    message: isVague(message) ? `${message}: ${t(field.label, field.params)}` : message,
  }));
}
