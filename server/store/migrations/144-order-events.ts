/**
 * What the lender did to an order is a log: a line is added and never changed. It goes with its order when its retention ends.
 * No program has ever changed one, so every program that knows the table can go on.
 */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create trigger order_event_never_changed before update on order_event for each row execute function append_only();
create trigger order_event_no_truncate before truncate on order_event for each statement execute function append_only();
`;

export const orderEvents: Migration = { name: '144-order-events', sql, contractsAfter: '001-lender' };
