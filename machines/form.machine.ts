/**
 * One form on the screen, from the first letter to the lender's answer. The page holds the entered values and their errors
 * (`src/forms/entered.ts`). This machine holds the text that is being typed, whether it is stored, changes from another tab and
 * refusals of the lender. The page renders every snapshot except those tagged `undrawn`: the browser paints a letter by itself
 * first. The page provides the actions `awaitPaint` and `storeDraft`, and reads only tags and context. The names of the states
 * are for the tests and the diagram.
 */
import { assign, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Values } from './model/application.ts';
import {
  type ChangedElsewhere,
  type FormContext,
  type FormEvent,
  type FormInput,
  isNews,
  NOTHING,
  NOTHING_ELSEWHERE,
  type Remark,
  remarkAfter,
  typedAfter,
} from './model/form.ts';

const formSetup = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as FormInput,
    tags: {} as 'undrawn' | 'unkept',
  },
  guards: {
    isNews: ({ context }, p: { values: Values }) => isNews(context, p.values),
    isElsewhere: ({ event }) => event.type === 'values.received' && event.elsewhere !== null,
    hasTyped: ({ context }) => context.typed !== NOTHING,
  },
  actions: {
    type: assign(({ context }, p: { field: string; text: string; removed: string; cleared: readonly string[] }) => ({
      typed: typedAfter(context.typed, p),
      remark: remarkAfter(context.remark, p),
    })),
    /** Sends `page.painted` after the next frame. The page provides it. */
    awaitPaint: () => {},
    /** Drops the typed text, because it is entered now. */
    enter: assign({ typed: NOTHING }),
    dropRemark: assign({ remark: null }),
    keep: assign((_, p: { values: Values }) => ({ kept: p.values, elsewhere: NOTHING_ELSEWHERE })),
    /** Stores the values as the draft. The page provides it. */
    storeDraft: (_args, _p: { values: Values }) => {},
    remark: assign((_, p: { remark: Remark }) => ({ remark: p.remark })),
    take: assign(({ context }, p: { values: Values; elsewhere: ChangedElsewhere | null }) => ({
      kept: p.values,
      elsewhere: p.elsewhere ?? context.elsewhere,
      remark: null,
    })),
    setWrong: assign((_, p: { fields: readonly string[] }) => ({ wrong: p.fields })),
    setRefused: assign((_, p: { fields: Values }) => ({ refused: p.fields, wrong: Object.keys(p.fields) })),
    dropRefused: assign({ refused: NOTHING }),
    /** Drops the faults of the last attempt, because a new attempt validates again. */
    dropAttempt: assign({ wrong: [], refused: NOTHING }),
  },
});

type Typed = { event: Extract<FormEvent, { type: 'field.typed' }> };
type Entered = { event: { values: Values } };
type Received = { event: Extract<FormEvent, { type: 'values.received' }> };

const typed = {
  type: 'type',
  params: ({ event: { field, text, removed, cleared } }: Typed) => ({ field, text, removed, cleared }),
} as const;
const values = ({ event }: Entered) => ({ values: event.values });
const keep = { type: 'keep', params: values } as const;
const storeDraft = { type: 'storeDraft', params: values } as const;
const take = { type: 'take', params: ({ event: { values, elsewhere } }: Received) => ({ values, elsewhere }) } as const;
const setWrong = { type: 'setWrong', params: ({ event }: { event: { fields: readonly string[] } }) => ({ fields: event.fields }) } as const;
const setRefused = { type: 'setRefused', params: ({ event }: { event: { fields: Values } }) => ({ fields: event.fields }) } as const;

/** The values are entered. They are stored only if they differ from those that were stored last. */
const intoForm = [
  {
    guard: { type: 'isNews', params: values },
    target: '.kept',
    actions: ['enter', keep, storeDraft],
  },
  { guard: 'hasTyped', target: '.entered', actions: 'enter' },
] as const;

/** A choice also removes the remark about the previous value. */
const withoutRemark = [
  { ...intoForm[0], actions: ['dropRemark', ...intoForm[0].actions] },
  { guard: 'hasTyped', target: '.entered', actions: ['dropRemark', 'enter'] },
  { actions: 'dropRemark' },
] as const;

export const formMachine = formSetup.createMachine({
  id: 'form',
  context: ({ input: { values, refused = NOTHING } }) => ({
    kept: values,
    typed: NOTHING,
    remark: null,
    elsewhere: NOTHING_ELSEWHERE,
    wrong: Object.keys(refused),
    refused,
  }),
  initial: 'untouched',
  on: {
    'field.typed': { target: '.typing', actions: typed },
    'field.left': intoForm,
    'field.chosen': withoutRemark,
    'field.remarked': { actions: { type: 'remark', params: ({ event }) => ({ remark: event.remark }) } },
    'values.received': [{ guard: 'isElsewhere', target: '.changedElsewhere', actions: take }, { actions: take }],
    'lender.refused': { target: '.refused', actions: setRefused },
    'form.submitted': { target: '.submitting', actions: 'dropAttempt' },
    'form.handedOver': { target: '.entered', actions: 'dropAttempt' },
  },
  states: {
    untouched: {},
    /** Typed text is newer than any received value, so it stays, and the page shows the differences. */
    typing: {
      tags: 'unkept',
      initial: 'painting',
      on: {
        'typing.stored': { guard: { type: 'isNews', params: values }, actions: [keep, storeDraft] },
        'values.received': { actions: take },
        'lender.refused': { actions: setRefused },
      },
      states: {
        painting: {
          tags: 'undrawn',
          entry: 'awaitPaint',
          on: { 'field.typed': { actions: typed }, 'page.painted': { target: 'drawn', actions: 'dropRefused' } },
        },
        drawn: { on: { 'field.typed': { target: 'painting', actions: typed } } },
      },
    },
    /** The entered values are the same as those that were stored last. */
    entered: {},
    /** The draft is stored. */
    kept: {},
    changedElsewhere: {},
    /** An attempt to send found something wrong. */
    invalid: {},
    /** The lender found something wrong. */
    refused: {},
    submitting: {
      initial: 'validating',
      states: {
        validating: {
          on: { 'form.accepted': 'sending', 'form.invalid': { target: '#form.invalid', actions: setWrong } },
        },
        sending: { on: { 'sending.ended': '#form.entered' } },
      },
    },
  },
});

export type FormMachine = typeof formMachine;
export type FormActor = ActorRefFrom<FormMachine>;
export type FormSnapshot = SnapshotFrom<FormMachine>;
