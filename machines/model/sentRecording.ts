/** What page and lender agree on about recordings that borrowers send. */

/** The text that a borrower agrees to before recordings are sent; another text has another name. */
export const RECORDING_CONSENT = '2026-11';

/** By memory and processors of the phone. `low`: at most 2 GB; `middle`: at most 4 GB; `unknown`: the browser does not say. */
export const DEVICE_CLASSES = ['low', 'middle', 'high', 'unknown'] as const;
export type DeviceClass = (typeof DEVICE_CLASSES)[number];
