/** Values that page and lender share about recordings that borrowers send. */

/** The version of the text that a borrower agrees to before recordings are sent. */
export const RECORDING_CONSENT = '2026-11';

/** By memory and processors of the phone. `low`: at most 2 GB; `middle`: at most 4 GB; `unknown`: the browser does not say. */
export const DEVICE_CLASSES = ['low', 'middle', 'high', 'unknown'] as const;
export type DeviceClass = (typeof DEVICE_CLASSES)[number];
