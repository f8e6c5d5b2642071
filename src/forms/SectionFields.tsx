/** The fields of a section, drawn from its description. A typed letter renders this component and the groups that change. */
import { Fragment, memo, useEffect, useMemo, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { useFocusOn } from '#src/ui/focus/useFocusOn.ts';
import { ErrorSummary } from '#src/ui/form/ErrorSummary.tsx';
import { formText } from '#src/ui/form/strings.ts';
import { controlId, FieldControl } from './FieldControl.tsx';
import { summaryOf, viewsOf, type GroupView } from './fieldViews.ts';
import { PickerSheet } from './PickerSheet.tsx';
import { fieldNamed } from './scope.ts';
import styles from './SectionForm.module.css';
import type { FieldHandlers } from './sectionHandlers.ts';
import { formMessages } from './strings.ts';
import type { Scope, SectionName, Values } from './types.ts';
import { useDrawn } from './useForm.ts';
import type { SectionFormState } from './useSectionForm.ts';
import { ElsewhereNote } from './Versions.tsx';

export interface SectionFieldsProps {
  section: SectionName;
  form: SectionFormState;
  state: JourneySnapshot;
  /** Title of the screen. A group of the same name gets no heading of its own. */
  title: string;
  formId: string;
  /** Shown above the fields; receives the values typed so far. */
  intro?: (values: Values) => ReactNode;
  /** Title of the error summary, if the section has its own. */
  problemTitle?: (values: Values) => string;
  /** Shown before the fields of a group. */
  beforeGroup?: Readonly<Record<string, ReactNode>>;
  /** Shown before a field; receives the values typed so far. */
  beforeField?: Readonly<Record<string, (values: Values) => ReactNode>>;
  /** Groups that are folded until the borrower opens them. */
  folded?: readonly string[];
  children?: ReactNode;
}

interface GroupProps {
  group: GroupView;
  scope: Scope;
  title: string;
  handlers: FieldHandlers;
  before: ReactNode;
  beforeField: SectionFieldsProps['beforeField'];
  /** Values for `beforeField`. Undefined where no field of this group needs it: then a typed letter does not draw the group again. */
  values: Values | undefined;
}

const Group = memo(function Group({ group, scope, title, handlers, before, beforeField, values }: GroupProps) {
  const heading = useMemo(() => formMessages(scope.lang)(`group.${group.name}`), [scope.lang, group.name]);
  return (
    <section className={styles.group} aria-label={heading}>
      {heading !== title && <h2 className={styles.title}>{heading}</h2>}
      {before}
      {group.views.map((view) => {
        const { name } = view.field;
        const control = <FieldControl key={name} view={view} scope={scope} handlers={handlers} />;
        const above = values && beforeField?.[name];
        return above ? [<Fragment key={`before ${name}`}>{above(values)}</Fragment>, control] : control;
      })}
    </section>
  );
});

/** The groups before the fold, in it and after it. */
function inParts(groups: readonly GroupView[], folded: readonly string[]): readonly [GroupView[], GroupView[], GroupView[]] {
  const above: GroupView[] = [];
  const hidden: GroupView[] = [];
  const below: GroupView[] = [];
  for (const group of groups) {
    if (folded.includes(group.name)) hidden.push(group);
    else (hidden.length > 0 ? below : above).push(group);
  }
  return [above, hidden, below];
}

/** The Enter key of a phone keyboard moves to the next field. On the last field it submits the form. */
const onEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  const from = event.target;
  if (event.key !== 'Enter' || !(from instanceof HTMLInputElement) || from.type === 'radio' || from.type === 'checkbox') return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button[aria-haspopup], summary')];
  const next = controls[controls.indexOf(from) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

export function SectionFields(props: SectionFieldsProps) {
  const { section, form, state, title, formId, intro, problemTitle, beforeGroup, beforeField, folded = [], children } = props;
  const { scope, handlers, entered } = form;
  const { typed, remark, elsewhere, wrong, refused } = useDrawn(form.actor).context;
  const values = { ...entered, ...typed };
  const errors = useMemo(() => ({ ...form.errors, ...refused }), [form.errors, refused]);

  // The field that the borrower chose to change on the review screen. It takes the focus.
  const { changing, picker } = state.context;
  const [asked] = useState(changing?.section === section ? changing.field : null);
  useFocusOn(asked === null ? null : controlId(asked));
  const picked = picker && state.hasTag('sheet') ? fieldNamed(section, picker.field) : undefined;
  const [groupsOf] = useState(() => viewsOf(section));
  const groups = groupsOf({ values, entered, scope, errors, remark, picked });

  // The summary lists the errors of the last attempt that are not corrected yet. An error found while typing is shown
  // at its field only.
  const toMend = summaryOf(groups, errors, wrong, scope).map(({ field, message }) => ({ id: controlId(field), message }));
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wrong.length === 0) return;
    summary.current?.focus();
    summary.current?.scrollIntoView({ block: 'start' });
  }, [wrong]);

  const drawn = (group: GroupView) => (
    <Group
      key={group.name}
      group={group}
      scope={scope}
      title={title}
      handlers={handlers}
      before={beforeGroup?.[group.name]}
      beforeField={beforeField}
      values={group.views.some(({ field }) => beforeField?.[field.name]) ? values : undefined}
    />
  );
  const [above, hidden, below] = inParts(groups, folded);
  // Decided once: a group that folds while its last letter is deleted would lose the focus.
  const [startOpen] = useState(() => hidden.some(({ views }) => views.some(({ value, field }) => value || field.name === asked)));

  return (
    <>
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
        {toMend.length > 0 && (
          <ErrorSummary ref={summary} title={problemTitle?.(values) ?? formText(scope.lang)('problem')} errors={toMend} />
        )}
        <ElsewhereNote scope={scope} elsewhere={elsewhere} />
        {intro?.(values)}
        {above.map(drawn)}
        {hidden.length > 0 && (
          <details className={styles.more} open={startOpen || undefined}>
            <MoreContacts scope={scope} />
            <div className={styles.group}>{hidden.map(drawn)}</div>
          </details>
        )}
        {below.map(drawn)}
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
          onConfirm={handlers.confirmPick}
          onCancel={handlers.cancelPick}
        />
      )}
    </>
  );
}

const MoreContacts = memo(function MoreContacts({ scope }: { scope: Scope }) {
  return <summary>{formMessages(scope.lang)('form.moreContacts')}</summary>;
});
