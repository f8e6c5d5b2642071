/** The text of an agreement, and its version. Both are deterministic, because the consent refers to the version. */
import { createHash } from 'node:crypto';
import { LANGUAGES, type Language } from '#machines/context.ts';
import type { Agreement } from '#machines/model/order.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import type { OrderRow } from '#server/books/orders.ts';
import type { Contract } from '#server/store/schema/index.ts';
import { english } from './english.ts';
import { figuresOf, type BorrowerParty } from './agreementFigures.ts';
import { spanish } from './spanish.ts';
import { swahili } from './swahili.ts';
import type { AgreementWords } from './agreementWords.ts';

export const agreementWords: Record<Language, AgreementWords> = { en: english, es: spanish, sw: swahili };

/** All inputs of the text of an agreement. */
export interface AgreementFacts {
  row: Pick<OrderRow, 'order_no'>;
  contract: Contract;
  borrower: BorrowerParty;
  config: Pick<LendingConfig, 'lender' | 'paybill'>;
}

const textOf = (language: Language, { row, contract, borrower, config }: AgreementFacts): Omit<Agreement, 'version'> => {
  const { title, sections } = agreementWords[language];
  return { title, sections: sections(figuresOf(row, contract, borrower, config)) };
};

/** The version of an agreement, equal in all languages. It depends only on the parties, the terms, the prices and the texts. */
export const agreementVersion = (facts: AgreementFacts): string =>
  createHash('sha256')
    .update(JSON.stringify([facts.contract, ...LANGUAGES.map((language) => textOf(language, facts))]))
    .digest('hex')
    .slice(0, 32);

export const agreementIn = (language: Language, facts: AgreementFacts): Agreement => ({
  version: agreementVersion(facts),
  ...textOf(language, facts),
});
