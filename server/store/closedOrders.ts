import { sql, type RawBuilder } from 'kysely';
import { CLOSED_STATUSES } from '#machines/model/orderStatus.ts';

/**
 * The condition that an order ended without a loan. The statuses are literals, because a prepared statement does not use the index
 * of these orders (`loan_order_ended`) for parameters.
 * @param status the column.
 */
export const isClosedOrder = (status: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(status)} in (${sql.join(CLOSED_STATUSES.map((one) => sql.lit(one)))})`;
