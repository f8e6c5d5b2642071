/**
 * The terms that were shown when a borrower agreed, and the borrower's answers. Both are stored with the order, so that
 * it can be explained later why a loan was made or refused.
 */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- the offer and the agreement's words as they were shown; null for consents older than this
alter table consent add column key_facts jsonb;
-- 'clock': the product sends the money by itself when its time has come
alter table consent add column given_by text not null default 'borrower' check (given_by in ('borrower', 'clock'));

create table order_answer(
  order_id bigint primary key references loan_order,
  "values" jsonb not null,
  at bigint not null);

-- when the borrower asked for a person after a rejection; once per order
alter table loan_order add column review_asked_at bigint;
`;

export const offers: Migration = { name: '005-offers', sql };
