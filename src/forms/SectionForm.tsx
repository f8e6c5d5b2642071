/** A section of the application as a screen: its place in the application, its fields, its one button. */
import { useEffect, useRef, useState } from 'react';
import type { JourneyEvent } from '#machines/events.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { SavedMark } from '#src/ui/form/SavedMark.tsx';
import { StepsBar } from '#src/ui/form/StepsBar.tsx';
import { formText } from '#src/ui/form/strings.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { CompareVersions } from './CompareVersions.tsx';
import { SectionFields, type SectionFieldsProps } from './SectionFields.tsx';

const STEPS = 5;

/** Focus puts the keyboard away, with which the footer sticks again; scrolled to only where it does not stick. */
const bringIntoSight = (note: HTMLElement | null) => {
  if (!note) return;
  note.focus({ preventScroll: true });
  const { top, bottom } = note.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) note.scrollIntoView({ block: 'center' });
};

export interface SectionFormProps extends Omit<SectionFieldsProps, 'formId' | 'onAhead'> {
  state: JourneySnapshot;
  send: (event: JourneyEvent) => void;
  /** Place of the section in the application, 1 to 5, and about how many minutes are left; not where it is corrected alone. */
  progress?: { step: number; minutes: number };
  /** What the button does, where it is not going on to the next step. */
  action?: string;
}

export function SectionForm({ progress, action, ...fields }: SectionFormProps) {
  const { section, state, send, title } = fields;
  const { context } = state;
  const { language } = context;
  const words = formText(language);
  const formId = `form-${section}`;
  const problem = context.problem?.fields ? null : context.problem;
  const note = useRef<HTMLDivElement>(null);
  const [isAhead, setAhead] = useState(false);
  useEffect(() => {
    if (problem) bringIntoSight(note.current);
  }, [problem]);
  const newer = context.problem?.newer;
  if (newer) return <CompareVersions newer={newer} context={context} send={send} />;
  return (
    <Screen
      language={language}
      title={title}
      onBack={() => send({ type: 'back.requested' })}
      aside={<SavedMark language={language} saved={context.drafts[section] !== undefined && !isAhead} />}
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
      <SectionFields {...fields} formId={formId} onAhead={setAhead} />
    </Screen>
  );
}
