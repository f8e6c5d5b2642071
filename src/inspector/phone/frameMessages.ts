/**
 * Messages between the inspector and the preview in its frame. Both have the same origin and the same thread, so snapshots are
 * passed by reference.
 */
import type { AnyMachineSnapshot } from 'xstate';
import type { Language } from '#machines/context.ts';

/** @typeParam S the snapshots of the chart whose screens are drawn. */
export interface Shown<S = AnyMachineSnapshot> {
  snapshot: S;
  /** null: the language of the journey. */
  language: Language | null;
  /** Percent of the app's own size. */
  textSize: number;
  /** Whether steps pass quickly. Their screens are drawn without animations. */
  isPassing: boolean;
}

export interface PreviewWindow<S> extends Window {
  show?: (shown: Shown<S>) => void;
}

/** Sent by the frame when it can render. */
export const PREVIEW_READY = 'inspector.previewReady';

/** The queries that turn this page into the preview of the app or of the desk. */
export const PHONE_QUERY = '?phone';
export const DESK_QUERY = '?desk';

/** A page in a frame, and its size in CSS pixels. */
export interface PreviewPage {
  query: string;
  width: number;
  height: number;
  /** A phone is drawn with round corners. */
  isPhone: boolean;
}
