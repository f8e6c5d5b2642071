/**
 * No address that the rail calls can be read from the database. A stored token was 128 random bits and is replaced by its
 * hash. Later rows have a nonce in its column, from which the token is derived (`server/rail/callbackToken.ts`). The secret
 * of the paybill moves to an encrypted table. SQL cannot encrypt, so `encryptPlainRows.ts` encrypts it at the next start.
 */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table rail_intent rename column token to callback_nonce;
update rail_intent set callback_nonce = encode(sha256(convert_to(callback_nonce, 'UTF8')), 'hex');
alter table reported_payment rename column token to callback_nonce;
update reported_payment set callback_nonce = encode(sha256(convert_to(callback_nonce, 'UTF8')), 'hex');

create table callback_secret(
  name text primary key,
  -- what an earlier release stored; empty from the next start on
  value jsonb,
  sealed bytea);
insert into callback_secret(name, value) select 'paybill', value from setting where key = 'rail.callbackSecret';
delete from setting where key in ('rail.callbackSecret', 'plain rows sealed');
`;

export const callbackAddresses: Migration = { name: '057-callback-addresses', sql };
