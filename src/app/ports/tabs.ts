/** The records of a borrower's loans, page by page. */
import type { Records } from '#machines/model/order.ts';
import type { Api } from '#src/api/client.ts';
import { clientOf } from './lenderClient.ts';
import type { Works } from './binding.ts';

export interface TabsDeps {
  api: () => Promise<Api>;
}

export function tabsPorts({ api }: TabsDeps): Works<'loadRecords'> {
  return {
    loadRecords: async ({ input, signal }) => {
      const lender = await clientOf(api)();
      const records: Records = { rows: [], pages: 0, more: true };
      while (records.more && records.pages < input.pages) {
        const { rows, more } = await lender.call('orderList', { page: ++records.pages }, { signal });
        records.rows.push(...rows);
        records.more = more;
      }
      return records;
    },
  };
}
