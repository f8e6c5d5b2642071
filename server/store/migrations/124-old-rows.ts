/** Indexes by the age of the rows that `npm run prune` deletes (decision 131). */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create index outbox_done on outbox(done_at) where done_at is not null;
create index rail_callback_at on rail_callback(at);
create index text_message_ended on text_message(ended_at) where ended_at is not null;
`;

export const oldRows: Migration = { name: '124-old-rows', sql };
