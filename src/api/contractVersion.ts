/**
 * The version of the contract between page and lender. A release that stops using a call or a field, or gives one another
 * meaning, raises it by one. Thirty days after that release the lender refuses pages of the version before
 * (`server/wire/contractVersions.ts`), and a later release may remove what only they used. What is only added needs no
 * new version.
 */
export const CONTRACT_VERSION = 1;

/** Header of a request: the contract version of its page. A client without such a page, as the login of a shell, sends none. */
export const CONTRACT_HEADER = 'contractVersion';

/** Header of an answer: the contract version of the lender. */
export const LENDER_CONTRACT_HEADER = 'x-contract-version';
