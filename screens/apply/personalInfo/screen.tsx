import type { ScreenProps } from '#screens/props.ts';
import { SectionForm } from '#src/forms/SectionForm.tsx';
import { strings } from './strings.ts';

/** Step 1: who the borrower is and where they live. */
export default function PersonalInfo({ state, send }: ScreenProps) {
  return (
    <SectionForm
      section="personalInfo"
      state={state}
      send={send}
      title={strings(state.context.language)('title')}
      progress={{ step: 1, minutes: 8 }}
      onSubmit={(values) => send({ type: 'personalInfo.submitted', values })}
    />
  );
}
