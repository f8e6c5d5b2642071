/** A section of the application as a form, drawn from its description. */
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { findOption, labelOf } from '#src/market/options.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { ErrorSummary } from '#src/ui/form/ErrorSummary.tsx';
import { SavedMark } from '#src/ui/form/SavedMark.tsx';
import { StepsBar } from '#src/ui/form/StepsBar.tsx';
import { formText } from '#src/ui/form/strings.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { controlId, FieldControl } from './FieldControl.tsx';
import { PickerSheet } from './PickerSheet.tsx';
import { fieldNamed, isRequired, shownFields } from './scope.ts';
import styles from './SectionForm.module.css';
import type { MessageKey } from './messages/index.ts';
import { formMessages } from './strings.ts';
import { showDate } from './text.ts';
import type { Field, SectionName, Values } from './types.ts';
import { useSectionForm, type SectionFormState } from './useSectionForm.ts';

const STEPS = 5;

export interface SectionFormProps {
  section: SectionName;
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
  title: string;
  /** Place of the section in the application, 1 to 5, and about how many minutes are left. */
  step: number;
  minutes: number;
  onSubmit: (values: Values) => void;
  /** Said above the fields; sees what was typed so far. */
  intro?: (values: Values) => ReactNode;
  /** Title of the error summary, where the section has words of its own. */
  problemTitle?: (values: Values) => string;
  /** What stands before the fields of a group. */
  beforeGroup?: Readonly<Record<string, ReactNode>>;
  /** Groups folded away until they are wanted. */
  folded?: readonly string[];
  children?: ReactNode;
}

const groupsOf = (fields: readonly Field[]): readonly { name: string; fields: readonly Field[] }[] => {
  const names = fields.map((field) => field.group).filter((name, i, all) => all.indexOf(name) === i);
  return names.map((name) => ({ name, fields: fields.filter((field) => field.group === name) }));
};

const shownValue = (field: Field, form: SectionFormState): string => {
  const value = form.values[field.name] ?? '';
  if (value === '' || (field.kind !== 'picker' && field.kind !== 'date')) return '';
  if (field.kind === 'date') return showDate(value, form.scope.lang);
  const option = field.options && findOption(field.options(form.values, form.scope), value);
  return option ? labelOf(option, form.scope.lang) : '';
};

/** The Enter key of a phone keyboard leads on, as its label says; on the last field it sends. */
const onEnter = (event: KeyboardEvent<HTMLFormElement>) => {
  const from = event.target;
  if (event.key !== 'Enter' || !(from instanceof HTMLInputElement) || from.type === 'radio' || from.type === 'checkbox') return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button[aria-haspopup], summary')];
  const next = controls[controls.indexOf(from) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

export function SectionForm(props: SectionFormProps) {
  const { section, state, send, title, step, minutes, onSubmit, intro, problemTitle, beforeGroup, folded = [], children } = props;
  const { context } = state;
  const form = useSectionForm({ section, context, send, onSubmit });
  const words = formText(context.language);
  const t = formMessages(context.language);
  const summary = useRef<HTMLDivElement>(null);
  const formId = `form-${section}`;

  const { values, scope, errors, remark, handlers } = form;
  const fields = shownFields(section, values, scope);
  const groups = groupsOf(fields);
  const wrong = fields.flatMap((field) => (errors[field.name] ? [{ id: controlId(field.name), message: errors[field.name] ?? '' }] : []));
  const picked = context.picker && state.hasTag('sheet') ? fieldNamed(section, context.picker.field) : undefined;

  // The reasons arrive a moment after the attempt: the focus waits for them, once for each attempt.
  const seenRefusal = useRef(0);
  useEffect(() => {
    if (seenRefusal.current === form.refusals || !summary.current) return;
    seenRefusal.current = form.refusals;
    summary.current.focus();
    summary.current.scrollIntoView({ block: 'start' });
  }, [form.refusals, wrong.length]);

  const control = (field: Field) => {
    const locked = field.locked?.(values, scope) ?? null;
    const said = remark?.field === field.name ? remark : null;
    return (
      <FieldControl
        key={field.name}
        field={field}
        scope={scope}
        value={values[field.name] ?? ''}
        shown={shownValue(field, form)}
        required={isRequired(field, values, scope)}
        error={(said?.kind === 'refused' ? said.text : undefined) ?? errors[field.name]}
        note={said?.kind === 'removed' ? said.text : undefined}
        locked={locked === null ? null : t(locked)}
        open={picked === field}
        handlers={handlers}
      />
    );
  };

  const group = ({ name, fields: members }: (typeof groups)[number]) => {
    const heading = t(`group.${name}` as MessageKey);
    return (
      <section key={name} className={styles.group} aria-label={heading}>
        {heading !== title && <h2 className={styles.title}>{heading}</h2>}
        {beforeGroup?.[name]}
        {members.map(control)}
      </section>
    );
  };

  const isFolded = ({ name }: { name: string }) => folded.indexOf(name) >= 0;
  const hidden = groups.filter(isFolded);
  // Only at the start: a group that closes while its last letter is deleted would take the focus away.
  const [startOpen] = useState(() => hidden.some(({ fields: members }) => members.some((field) => values[field.name])));
  const lastOpen = groups.map(isFolded).lastIndexOf(true);

  return (
    <Screen
      language={context.language}
      title={title}
      onBack={() => send({ type: 'back.requested' })}
      aside={<SavedMark language={context.language} saved={context.drafts[section] !== undefined} />}
      actions={
        <Actions>
          <Button type="submit" form={formId} busy={state.hasTag('overlay') && words('sending')}>
            {words('continue')}
          </Button>
        </Actions>
      }
    >
      <StepsBar language={context.language} step={step} steps={STEPS} minutes={minutes} />
      <ProblemNote language={context.language} problem={context.problem?.fields ? null : context.problem} />
      <form
        className="stack stack--loose"
        id={formId}
        noValidate
        onKeyDown={onEnter}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {wrong.length > 0 && form.refusals > 0 && (
          <ErrorSummary ref={summary} title={problemTitle?.(values) ?? words('problem')} errors={wrong} />
        )}
        {intro?.(values)}
        {groups.filter((each, i) => !isFolded(each) && i <= lastOpen).map(group)}
        {hidden.length > 0 && (
          <details className={styles.more} open={startOpen || undefined}>
            <summary>{t('form.moreContacts')}</summary>
            <div className={styles.group}>{hidden.map(group)}</div>
          </details>
        )}
        {groups.filter((each, i) => !isFolded(each) && i > lastOpen).map(group)}
        {children}
      </form>
      <p className="visually-hidden" role="status">
        {remark?.kind === 'refused' ? remark.text : ''}
      </p>
      {picked && (
        <PickerSheet
          key={picked.name}
          field={picked}
          values={values}
          scope={scope}
          onConfirm={form.confirmPick}
          onCancel={form.cancelPick}
        />
      )}
    </Screen>
  );
}
