/** The promotion channel of a borrower. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table app_user add column channel_id text;
create index app_user_channel on app_user(channel_id) where channel_id is not null;
`;

export const channels: Migration = { name: '015-channels', sql };
