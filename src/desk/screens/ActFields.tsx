/** The fields of an act, each drawn by its row of the table below. */
import type { ReactElement } from 'react';
import { MOST_LETTERS, type DeskActName } from '#src/api/desk.ts';
import { reasonWords } from '#src/api/deskLogWords.ts';
import { FIELDS_OF, REASONS_OF, SIDES, type Draft, type DraftField, type Mistakes, type Side } from '#machines/desk/draft.ts';
import { Choices, LongText, Select, TextInput } from '../parts/DeskFields.tsx';

interface FieldProps {
  act: DeskActName;
  draft: Draft;
  error: string | undefined;
  change: (part: Partial<Omit<Draft, 'act'>>) => void;
}

const SIDE_WORDS: Readonly<Record<Side, string>> = { front: 'Front of the card', back: 'Back of the card', face: 'Face' };

/** A list where the act has a list of reasons, otherwise a sentence to type. */
function Reason({ act, draft, error, change }: FieldProps) {
  const list = REASONS_OF[act];
  const onChange = (reason: string): void => change({ reason });
  if (!list) return <TextInput label="Reason, for the log" error={error} value={draft.reason} maxLength={300} onChange={onChange} />;
  return (
    <Select
      label="Reason"
      error={error}
      value={draft.reason}
      empty="Choose a reason"
      options={list.map((reason) => [reason, reasonWords(reason)] as const)}
      onChange={onChange}
    />
  );
}

const DRAWN: Readonly<Record<DraftField, (props: FieldProps) => ReactElement>> = {
  words: ({ draft, error, change }) => (
    <LongText
      label="Your words to the borrower"
      hint={`In the language that they read. ${MOST_LETTERS - draft.words.length} characters are left.`}
      error={error}
      value={draft.words}
      maxLength={MOST_LETTERS}
      onChange={(words) => change({ words })}
    />
  ),
  reason: Reason,
  amount: ({ draft, error, change }) => (
    <TextInput
      label="Amount in KSh"
      inputMode="decimal"
      error={error}
      value={draft.amount}
      maxLength={16}
      onChange={(amount) => change({ amount })}
    />
  ),
  orderNo: ({ draft, error, change }) => (
    <TextInput label="Number of the loan" error={error} value={draft.orderNo} maxLength={40} onChange={(orderNo) => change({ orderNo })} />
  ),
  receipt: ({ act, draft, error, change }) => (
    <TextInput
      label={act === 'payoutArrived' ? 'M-PESA receipt, if you have it' : 'M-PESA receipt'}
      error={error}
      value={draft.receipt}
      maxLength={14}
      onChange={(receipt) => change({ receipt })}
    />
  ),
  mobile: ({ draft, error, change }) => (
    <TextInput
      label="Mobile number"
      inputMode="tel"
      error={error}
      value={draft.mobile}
      maxLength={20}
      onChange={(mobile) => change({ mobile })}
    />
  ),
  sides: ({ draft, error, change }) => (
    <Choices
      label="Photos to take again"
      kind="checkbox"
      error={error}
      options={SIDES.map((side) => [side, SIDE_WORDS[side]] as const)}
      isChosen={(side) => draft.sides.some((one) => one === side)}
      onChoose={(side, isOn) => change({ sides: SIDES.filter((one) => (one === side ? isOn : draft.sides.includes(one))) })}
    />
  ),
  next: ({ draft, error, change }) => (
    <Choices
      label="Then"
      kind="radio"
      error={error}
      options={[
        ['ask', 'Wait for their reply'],
        ['solve', 'Close the message as solved'],
      ]}
      isChosen={(next) => draft.next === next}
      onChoose={(next) => change({ next: next === 'solve' ? 'solve' : 'ask' })}
    />
  ),
};

export function ActFields({ act, mistakes, ...shared }: Omit<FieldProps, 'error'> & { mistakes: Mistakes }) {
  return FIELDS_OF[act].map((name) => {
    const Field = DRAWN[name];
    return <Field key={name} act={act} error={mistakes[name]} {...shared} />;
  });
}
