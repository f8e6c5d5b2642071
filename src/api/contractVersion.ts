/**
 * The version of the contract between page and lender. A release raises it by one if it stops using a call or a field, or
 * changes the meaning of one. Thirty days after that release the lender refuses pages of the previous version
 * (`server/wire/contractVersions.ts`), and a later release may remove calls and fields that only those pages used. An addition
 * needs no new version.
 */
export const CONTRACT_VERSION = 1;

/** Header of a request: the contract version of its page. A client without a page, such as a shell's login, does not send it. */
export const CONTRACT_HEADER = 'contractVersion';

/** Header of an answer: the contract version of the lender. */
export const LENDER_CONTRACT_HEADER = 'x-contract-version';
