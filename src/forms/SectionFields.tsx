/**
 * The fields of a section, drawn from its description. What is typed is known here and nowhere above, so that a
 * key press draws this component, one group and one field.
 */
import { Fragment, memo, useEffect, useMemo, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { useFocusOn } from '#src/ui/focus/useFocusOn.ts';
import { ErrorSummary } from '#src/ui/form/ErrorSummary.tsx';
import { formText } from '#src/ui/form/strings.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { controlId, FieldControl, type FieldHandlers } from './FieldControl.tsx';
import { viewsOf, type GroupView } from './fieldViews.ts';
import type { MessageKey } from './messages/index.ts';
import { PickerSheet } from './PickerSheet.tsx';
import { fieldNamed } from './scope.ts';
import styles from './SectionForm.module.css';
import { formMessages } from './strings.ts';
import type { Scope, SectionName, Values } from './types.ts';
import { summaryOf } from './summary.ts';
import { useSectionForm, type ChangedElsewhere } from './useSectionForm.ts';
import { versionText } from './versionStrings.ts';

export interface SectionFieldsProps {
  section: SectionName;
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
  /** Title of the screen: a group of the same name needs no heading of its own. */
  title: string;
  formId: string;
  onSubmit: (values: Values) => void;
  /** Told when something is typed that is not kept yet, and when it is. */
  onAhead?: (isAhead: boolean) => void;
  /** Said above the fields; sees what was typed so far. */
  intro?: (values: Values) => ReactNode;
  /** Title of the error summary, where the section has words of its own. */
  problemTitle?: (values: Values) => string;
  /** What stands before the fields of a group. */
  beforeGroup?: Readonly<Record<string, ReactNode>>;
  /** What stands before a field, by the values of its group. */
  beforeField?: Readonly<Record<string, (values: Values) => ReactNode>>;
  /** Groups folded away until they are wanted. */
  folded?: readonly string[];
  children?: ReactNode;
}

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

interface GroupProps {
  group: GroupView;
  scope: Scope;
  title: string;
  handlers: FieldHandlers;
  before: ReactNode;
  beforeField: SectionFieldsProps['beforeField'];
}

const valuesIn = ({ views }: GroupView): Values => Object.fromEntries(views.map(({ field, value }) => [field.name, value]));

const Group = memo(function Group({ group, scope, title, handlers, before, beforeField }: GroupProps) {
  const heading = useMemo(() => formMessages(scope.lang)(`group.${group.name}` as MessageKey), [scope.lang, group.name]);
  return (
    <section className={styles.group} aria-label={heading}>
      {heading !== title && <h2 className={styles.title}>{heading}</h2>}
      {before}
      {group.views.map((view) => (
        <Fragment key={view.field.name}>
          {beforeField?.[view.field.name]?.(valuesIn(group))}
          <FieldControl view={view} scope={scope} handlers={handlers} />
        </Fragment>
      ))}
    </section>
  );
});

/** The groups before, in and after the fold. */
function inParts(groups: readonly GroupView[], folded: readonly string[]): readonly [GroupView[], GroupView[], GroupView[]] {
  const above: GroupView[] = [];
  const hidden: GroupView[] = [];
  const below: GroupView[] = [];
  for (const group of groups) {
    if (folded.indexOf(group.name) >= 0) hidden.push(group);
    else (hidden.length > 0 ? below : above).push(group);
  }
  return [above, hidden, below];
}

const hasErrors = (errors: Readonly<Record<string, unknown>>): boolean => Object.keys(errors).length > 0;

export function SectionFields(props: SectionFieldsProps) {
  const {
    section,
    state,
    send,
    title,
    formId,
    onSubmit,
    onAhead,
    intro,
    problemTitle,
    beforeGroup,
    beforeField,
    folded = [],
    children,
  } = props;
  const { context } = state;
  const form = useSectionForm({ section, context, send, onSubmit });
  const summary = useRef<HTMLDivElement>(null);
  // Asked for in the review: the eye begins at that field.
  const [asked] = useState(context.changing?.section === section ? context.changing.field : null);
  useFocusOn(asked === null ? null : controlId(asked));
  const { values, scope, errors, remark, handlers, elsewhere, isAhead } = form;
  useEffect(() => onAhead?.(isAhead), [onAhead, isAhead]);

  const picked = context.picker && state.hasTag('sheet') ? fieldNamed(section, context.picker.field) : undefined;
  const [groupsOf] = useState(() => viewsOf(section));
  const groups = groupsOf({ values, scope, errors, remark, picked });
  const wrong = hasErrors(errors) ? summaryOf(groups, errors, scope).map(({ field, message }) => ({ id: controlId(field), message })) : [];

  // The reasons arrive a moment after the attempt: the focus waits for them, once for each attempt.
  const seenRefusal = useRef(0);
  useEffect(() => {
    if (seenRefusal.current === form.refusals || !summary.current) return;
    seenRefusal.current = form.refusals;
    summary.current.focus();
    summary.current.scrollIntoView({ block: 'start' });
  }, [form.refusals, wrong.length]);

  const drawn = (group: GroupView) => (
    <Group
      key={group.name}
      group={group}
      scope={scope}
      title={title}
      handlers={handlers}
      before={beforeGroup?.[group.name]}
      beforeField={beforeField}
    />
  );
  const [above, hidden, below] = inParts(groups, folded);
  // Only at the start: a group that closes while its last letter is deleted would take the focus away.
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
        {wrong.length > 0 && form.refusals > 0 && (
          <ErrorSummary ref={summary} title={problemTitle?.(values) ?? formText(scope.lang)('problem')} errors={wrong} />
        )}
        <Elsewhere scope={scope} elsewhere={elsewhere} />
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
          onConfirm={form.confirmPick}
          onCancel={form.cancelPick}
        />
      )}
    </>
  );
}

/** What another window of this phone did to these fields, said when it happens. */
const Elsewhere = memo(function Elsewhere({ scope, elsewhere }: { scope: Scope; elsewhere: ChangedElsewhere }) {
  const t = versionText(scope.lang);
  const { taken, kept } = elsewhere;
  return (
    <div role="status">
      {(taken.length > 0 || kept.length > 0) && (
        <Note>
          {taken.length > 0 && <p>{t('updated', { fields: taken.join(', ') })}</p>}
          {kept.map(({ field, label, other }) => (
            <p key={field}>{t('kept', { field: label, value: other || t('nothing') })}</p>
          ))}
        </Note>
      )}
    </div>
  );
});

const MoreContacts = memo(function MoreContacts({ scope }: { scope: Scope }) {
  return <summary>{formMessages(scope.lang)('form.moreContacts')}</summary>;
});
