/**
 * Types and shared values of the cases of the model. Cases are payloads of every event, and answers and failures
 * of every port, typed by the vocabulary of the chart: an event or a port without cases does not compile.
 */
import type { JourneyContext } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { Drafts, SavedSection } from '#machines/model/application.ts';
import type { OutputOf, PortName } from '#machines/ports/index.ts';
import { complete } from '../../forms/sectionSamples.ts';
import { NOW } from '../lenderSamples.ts';
import type { Named } from '../steps.ts';

export type EventType = JourneyEvent['type'];
export type Payload<K extends EventType> = Omit<Extract<JourneyEvent, { type: K }>, 'type'>;

export type EventCases = { readonly [K in EventType]: (context: JourneyContext) => Named<Payload<K>> };
export type AnswerCases = { readonly [P in PortName]: (context: JourneyContext) => Named<OutputOf<P>> };

/** Cases that are the same in every state. Every state gets the same objects, because steps are cached by object. */
export const constant =
  <T>(values: Named<T>) =>
  (): Named<T> =>
    values;
/** For an event or a call with one payload or answer. */
export const only = <T>(payload: T) => constant({ '': payload });
/** For events without a payload. */
export const noPayload = only({});

/** Values that a real lender accepts. */
export const allAnswers = complete.loanQuestion;
/** Drafts of the questionnaire. */
export const draftOf = (answers: Record<string, string>): Drafts => ({ loanQuestion: { values: answers, savedAt: NOW, basedOn: null } });

/** A section that another device saved later. */
export const newer: SavedSection = { section: 'personalInfo', values: complete.personalInfo, savedAt: NOW };
