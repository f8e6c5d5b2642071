/** The language of a borrower's app, and the language in which a text about an order was written (decision 95). */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
-- of the latest call with a session; null: there was none since this column exists
alter table app_user add column language text;

-- a text about an order has a language too: the release before writes none, and its texts are in the language of their order
alter table text_message
  drop constraint text_message_recipient,
  add constraint text_message_recipient check ((order_id is null) = (user_id is not null) and (user_id is null or language is not null));
`;

export const textLanguage: Migration = { name: '104-text-language', sql, loosens: 'text_message_recipient' };
