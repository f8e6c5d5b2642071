/** Every migration. They run in this order, that of their numbers. A migration that has run anywhere is never edited. */
import { lender } from './001-lender.ts';
import { identity } from './002-identity.ts';
import { cardReading } from './003-card-reading.ts';
import { offers } from './005-offers.ts';
import { afterDisbursement } from './010-after-disbursement.ts';
import { channels } from './015-channels.ts';
import { feedback } from './020-feedback.ts';
import { erasure } from './021-erasure.ts';
import { collection } from './030-collection.ts';
import { accountDetails } from './031-account-details.ts';
import { heldNumbers } from './032-held-numbers.ts';
import { codeHolders } from './033-code-holders.ts';
import { storedAnswers } from './040-stored-answers.ts';
import { columnNames } from './041-column-names.ts';
import { securityEvents } from './050-security-events.ts';
import { devices } from './051-devices.ts';
import { accountTexts } from './052-account-texts.ts';
import { limits } from './053-limits.ts';
import { drawCodes } from './054-draw-codes.ts';
import { reportedPayments } from './055-reported-payments.ts';
import { atRest } from './056-at-rest.ts';
import { callbackAddresses } from './057-callback-addresses.ts';
import { unconfirmedFailures } from './058-unconfirmed-failures.ts';
import { reminders } from './060-reminders.ts';
import { agreements } from './063-agreements.ts';
import { photoVerdicts } from './066-photo-verdicts.ts';
import { furtherCodes } from './070-further-codes.ts';
import { faceTurns } from './075-face-turns.ts';
import { railAsDocumented } from './080-rail-as-documented.ts';
import { operation } from './085-operation.ts';
import { textLog } from './090-text-log.ts';
import { bureauRecords } from './091-bureau-records.ts';
import { payoutStop } from './093-payout-stop.ts';
import { codesWithoutAddresses } from './100-codes-without-addresses.ts';
import { dueOrders } from './103-due-orders.ts';
import { textLanguage } from './104-text-language.ts';
import { claims } from './107-claims.ts';
import { staff } from './110-staff.ts';
import { deskLog } from './111-desk-log.ts';
import { deskCases } from './113-desk-cases.ts';
import { lateAnswers } from './114-late-answers.ts';
import { refunds } from './115-refunds.ts';
import { dayFigures } from './116-day-figures.ts';
import { closingAnswers } from './119-closing-answers.ts';
import { ownKeys } from './120-own-keys.ts';
import { keptPromises } from './121-kept-promises.ts';
import { documents } from './123-documents.ts';
import { oldRows } from './124-old-rows.ts';
import { recordings } from './134-recordings.ts';
import { orderEvents } from './144-order-events.ts';
import { journalChecks } from './145-journal-checks.ts';
import { deletions } from './146-deletions.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  lender,
  identity,
  cardReading,
  offers,
  afterDisbursement,
  channels,
  feedback,
  erasure,
  collection,
  accountDetails,
  heldNumbers,
  codeHolders,
  storedAnswers,
  columnNames,
  securityEvents,
  devices,
  accountTexts,
  limits,
  drawCodes,
  reportedPayments,
  atRest,
  callbackAddresses,
  unconfirmedFailures,
  reminders,
  agreements,
  photoVerdicts,
  furtherCodes,
  faceTurns,
  railAsDocumented,
  operation,
  textLog,
  bureauRecords,
  payoutStop,
  codesWithoutAddresses,
  dueOrders,
  textLanguage,
  claims,
  staff,
  deskLog,
  deskCases,
  lateAnswers,
  refunds,
  dayFigures,
  closingAnswers,
  ownKeys,
  keptPromises,
  documents,
  oldRows,
  recordings,
  orderEvents,
  journalChecks,
  deletions,
];
