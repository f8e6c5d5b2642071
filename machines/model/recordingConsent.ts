/** The text that a borrower agrees to before recordings are sent; another text has another name. */
export const RECORDING_CONSENT = '2026-11';
