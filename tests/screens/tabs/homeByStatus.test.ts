/** The fifteen statuses on the pages: texts and buttons of home, and the labels of the records, in three languages. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#machines/context.ts';
import { recordLabelOf, STATUS } from '#machines/model/orderStatus.ts';
import type { Order } from '#machines/model/order.ts';
import { loaded } from '#machines/model/loadable.ts';
import { example } from '#screens/example.ts';
import Home from '#screens/tabs/home/screen.tsx';
import Records from '#screens/tabs/records/screen.tsx';
import { text as recordsText } from '#screens/tabs/records/strings.ts';
import {
  amina,
  approved,
  assessing,
  finished,
  inReview,
  lending,
  NOW,
  order,
  overdue,
  payFail,
  rejected,
  repaying,
} from '#screens/samples.ts';
import { markupOf, wordsOf } from '../drawnText.tsx';

const shown = { places: { tabs: { home: 'shown' } } } as const;
const home = (of: Order | null, language: Language = 'en') =>
  example(shown, { ...amina, language, order: of, now: of?.balance?.asOf ?? NOW });

/** Names of the buttons, in order. */
const buttonsOf = (of: Order, language?: Language): string[] =>
  [...markupOf(Home, home(of, language)).matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inside = '']) =>
    inside.replace(/<[^>]+>/g, '').replace(/\u00A0/g, ' '),
  );

/** Name, order, text of home, buttons of home. */
const TABLE: readonly [name: string, of: Order, says: string, buttons: readonly (string | RegExp)[]][] = [
  ['basicInfo', order(STATUS.basicInfo), 'Step 1 of 5', ['Continue']],
  ['addition', order(STATUS.addition), 'Step 2 of 5', ['Continue']],
  ['identityOcr', order(STATUS.identityOcr), 'Step 3 of 5', ['Continue']],
  ['bindCard', order(STATUS.bindCard), 'Step 4 of 5', ['Continue']],
  ['question', order(STATUS.question), 'Step 5 of 5', ['Continue']],
  ['applying', assessing, 'We are checking your application', ['See details']],
  ['applying, a person looks again', inReview, 'A person is looking at your application again', ['See details']],
  ['confirm', approved, 'You can get', ['Get money']],
  ['getMoney', { ...approved, status: STATUS.getMoney }, 'You can get', ['Get money']],
  ['lending', lending, 'On its way', []],
  ['payFail', payFail, 'M-PESA did not accept the money', ['Edit M\u2011PESA number']],
  ['repaying', repaying, 'Left to pay by', ['Pay']],
  ['overdued', overdue, 'Overdue by 5 days', [/^Pay KSh 3,\d{3}$/]],
  ['finish', finished, 'Your last loan is repaid', ['Apply']],
  ['cancel', order(STATUS.cancel), 'You can borrow up to', ['Apply']],
  ['reject', rejected, 'We can’t offer you a loan right now', [/^Ask a person to look again/]],
];

describe('home by order status', () => {
  it('home by order status: the table has a row for each of the fifteen', () => {
    expect(new Set(TABLE.map(([, { status }]) => status))).toEqual(new Set(Object.values(STATUS)));
  });

  it.each(TABLE)('home in status %s: shows its text and buttons', (_, of, says, buttons) => {
    expect(wordsOf(Home, home(of))).toContain(says);
    const offered = buttonsOf(of);
    expect(offered).toHaveLength(buttons.length);
    buttons.forEach((button, i) => expect(offered[i]).toMatch(button));
  });

  it.each(TABLE)('home in status %s: offers the same in every language', (_, of, __, buttons) => {
    const drawn = LANGUAGES.map((language) => wordsOf(Home, home(of, language)));
    expect(new Set(drawn).size).toBe(LANGUAGES.length);
    for (const language of LANGUAGES) expect(buttonsOf(of, language)).toHaveLength(buttons.length);
  });

  it.each([
    ['rejected', { ...rejected, rejection: null }],
    ['repaying', { ...repaying, balance: null }],
    ['overdue', { ...overdue, balance: null }],
  ] as const)('order in %s without the data that the lender sends with it: offers and promises nothing', (_, of) => {
    expect(wordsOf(Home, home(of))).toContain('There is news about your loan');
    expect(buttonsOf(of)).toEqual([]);
  });

  it.each([0, 13, 15, 16, 99, -1])('number %d without a status: offers and promises nothing', (status) => {
    expect(buttonsOf(order(status))).toEqual([]);
    const words = wordsOf(Home, home(order(status)));
    expect(words).toContain('There is news about your loan');
    expect(words).not.toMatch(/KSh|borrow|paid|approved/i);
  });
});

describe('records by order status', () => {
  const row = (status: number, language: Language): string =>
    wordsOf(
      Records,
      example(
        { places: { tabs: { records: 'listed' } } },
        {
          ...amina,
          language,
          records: loaded({
            rows: [{ orderNo: 'LN1', status, principal: 500_000, termDays: 91, openedAt: NOW, dueDate: null }],
            pages: 1,
            more: false,
          }),
        },
      ),
    );

  it.each(Object.entries(STATUS))('record in status %s: has its label in every language', (_, status) => {
    const label = recordLabelOf(status);
    if (label === null) throw new Error('a status without a label');
    const word = label === 'failed' ? 'failedLoan' : label;
    for (const language of LANGUAGES) expect(row(status, language)).toContain(recordsText(language)(word));
  });

  it('number without a status: has no label, and is listed', () => {
    const words = row(13, 'en');
    expect(words).toContain('KSh 5,000');
    for (const status of Object.values(STATUS)) {
      const label = recordLabelOf(status);
      if (label && label !== 'failed') expect(words).not.toContain(recordsText('en')(label));
    }
  });
});
