import { LOCAL } from '#machines/model/codes.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { Agreement } from '#machines/model/order.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, approved, terms } from '../../samples.ts';

const agreement: Agreement = {
  version: '2025-11-1',
  title: 'Loan agreement',
  sections: [
    {
      heading: '1. The loan',
      body: `The lender sends ${formatKsh(terms.sent)}. The borrower pays back ${formatKsh(terms.owed)} on one date.`,
    },
    {
      heading: '2. Paying late',
      body: 'For each day after the due date 2% of the unpaid principal is added.\nThe late charge never exceeds the principal that was unpaid at the due date.',
    },
    { heading: '3. Paying early', body: 'The borrower may pay at any time. Interest is then owed for the days used only.' },
  ],
};
const place = (at: 'loading' | 'shown' | 'failed') => ({ places: { borrow: { agreement: at } } }) as const;

export const examples = {
  loading: example(place('loading'), { ...amina, order: approved }),
  shown: example(place('shown'), { ...amina, order: approved, agreement: loaded(agreement) }),
  failed: example(place('failed'), { ...amina, order: approved, agreement: FAILED, problem: { code: LOCAL.timedOut, message: '' } }),
};
