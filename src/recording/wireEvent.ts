import type { StatelyInspectionEvent } from '@statelyai/inspect';

/** Tells our own inspector which app an event is from: every chart has the same name for its root. */
export type WireEvent = StatelyInspectionEvent & { readonly app?: string };
