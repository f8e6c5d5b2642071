/** Texts about an account, which need no order. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table text_message
  alter column order_id drop not null,
  -- a text about an account has its borrower and its language instead of an order
  add column user_id bigint references app_user,
  add column language text,
  add constraint text_message_recipient check ((order_id is null) = (user_id is not null) and (user_id is null) = (language is null));
create index text_message_user on text_message(user_id) where user_id is not null;
`;

export const accountTexts: Migration = { name: '052-account-texts', sql };
