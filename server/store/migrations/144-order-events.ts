/**
 * The events of an order are an append-only log: the database refuses to change a row. Rows are deleted with their order when
 * its retention ends. No release has ever changed such a row, so every release that knows the table works on.
 */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create trigger order_event_never_changed before update on order_event for each row execute function append_only();
create trigger order_event_no_truncate before truncate on order_event for each statement execute function append_only();
`;

export const orderEvents: Migration = { name: '144-order-events', sql, contractsAfter: '001-lender' };
