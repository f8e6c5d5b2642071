/** A section of the application as a screen: its place in the application, its fields, its one button. */
import { useEffect, useRef } from 'react';
import type { FormActor, FormSnapshot } from '#machines/form.machine.ts';
import type { Language } from '#machines/context.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { SavedMark } from '#src/ui/form/SavedMark.tsx';
import { StepsBar } from '#src/ui/form/StepsBar.tsx';
import { formText } from '#src/ui/form/strings.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { SectionFields, type SectionFieldsProps } from './SectionFields.tsx';
import { useDrawn } from './useForm.ts';
import { type SectionFormOptions, useSectionForm } from './useSectionForm.ts';
import { CompareVersions } from './Versions.tsx';

const STEPS = 5;

/** The focus closes the keyboard, and the footer with the note is fixed again. Where the footer is not fixed, the page scrolls. */
const bringIntoSight = (note: HTMLElement | null) => {
  if (!note) return;
  note.focus({ preventScroll: true });
  const { top, bottom } = note.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) note.scrollIntoView({ block: 'center' });
};

export interface SectionFormProps extends SectionFormOptions, Omit<SectionFieldsProps, 'formId' | 'form'> {
  /** Place of the section in the application, 1 to 5, and roughly the minutes left. Absent where one section is corrected. */
  progress?: { step: number; minutes: number };
  /** Label of the button. Absent: "Continue". */
  action?: string;
}

export function SectionForm(props: SectionFormProps) {
  const { context } = props.state;
  const newer = context.problem?.newer;
  return newer ? <CompareVersions newer={newer} context={context} send={props.send} /> : <Editing {...props} />;
}

function Editing({ progress, action, send, known, onSubmit, ...fields }: SectionFormProps) {
  const { section, state, title } = fields;
  const { context } = state;
  const { language } = context;
  const words = formText(language);
  const formId = `form-${section}`;
  const form = useSectionForm({ section, state, send, known, onSubmit });
  const problem = context.problem?.fields ? null : context.problem;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) bringIntoSight(note.current);
  }, [problem]);
  return (
    <Screen
      language={language}
      title={title}
      onBack={() => send({ type: 'back.requested' })}
      aside={<Stored language={language} actor={form.actor} hasDraft={context.drafts[section] !== undefined} />}
      actions={
        <Actions>
          <ProblemNote ref={note} language={language} problem={problem} />
          <Button type="submit" form={formId} busy={state.hasTag('overlay') && words('sending')}>
            {action ?? words('continue')}
          </Button>
        </Actions>
      }
    >
      {progress && <StepsBar language={language} steps={STEPS} {...progress} />}
      <SectionFields {...fields} form={form} formId={formId} />
    </Screen>
  );
}

const isStoredAlike = (a: FormSnapshot, b: FormSnapshot): boolean => a.hasTag('unkept') === b.hasTag('unkept');

/** Shows "Saved" while everything entered is stored. */
function Stored({ language, actor, hasDraft }: { language: Language; actor: FormActor; hasDraft: boolean }) {
  const isUnkept = useDrawn(actor, isStoredAlike).hasTag('unkept');
  return <SavedMark language={language} saved={hasDraft && !isUnkept} />;
}
