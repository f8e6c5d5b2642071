import type { Language } from '#machines/context.ts';
import { DATA_KINDS, type DataKind } from '#machines/model/collection.ts';
import type { Order } from '#machines/model/order.ts';
import type { LoanProduct } from '#machines/model/terms.ts';
import { COLLECTED } from '#src/market/collectedData.ts';
import { kindText } from '#src/ui/consentCard/dataKinds.ts';
import { factsOf, promises } from './facts.ts';
import { termsText } from './termsStrings.ts';

/** Sentences about the product on offer, shared by the FAQ, the terms and the page about us. */
export function termsOf(language: Language, product: LoanProduct) {
  const t = termsText(language);
  const facts = { ...factsOf(product), ...promises };
  return {
    amount: t('amount', facts),
    growth: facts.ladder === '' ? [] : [t('growth', facts)],
    days: facts.longestAfter > 0 ? [t('days', facts), t('daysLater', { ...facts, count: facts.longestAfter })] : [t('days', facts)],
    cost: t(product.fee.mode === 'daily' ? 'costDaily' : 'costOnce', facts),
    cap: t('cap', facts),
    example: t('example', facts),
    late: t('late', facts),
    reminders: t('reminders', facts),
    early: t('early'),
    pay: t('pay', facts),
    decline: t('decline', facts),
    draw: product.autoDisburseHours === undefined ? t('drawAsked') : t('drawAuto', { count: product.autoDisburseHours }),
    more: product.rollover.enabled ? t('moreYes', facts) : t('moreNo'),
  };
}

/** Kinds of data that the lender requests from the phone: of every borrower, and for this order. */
export const askedKinds = (order: Order | null): DataKind[] =>
  DATA_KINDS.filter((kind) => COLLECTED.includes(kind) || order?.collection?.consents[kind] !== undefined);

/** Sentences that do not depend on the product on offer. */
export function promisesIn(language: Language, order: Order | null) {
  const collected = askedKinds(order);
  const t = termsText(language);
  const kinds = collected.map((kind) => kindText(language)(kind)).join(', ');
  return {
    answer: t('answer', { ...promises, count: promises.answerDays }),
    rejected: t('rejected', promises),
    data: collected.length === 0 ? t('dataNothing') : t('dataAsked', { kinds }),
    adults: t('adults', promises),
  };
}
