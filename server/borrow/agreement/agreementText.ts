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

type Text = Omit<Agreement, 'version'>;

function textsOf({ row, contract, borrower, config }: AgreementFacts): Record<Language, Text> {
  const figures = figuresOf(row, contract, borrower, config);
  const textIn = (language: Language): Text => {
    const { title, sections } = agreementWords[language];
    return { title, sections: sections(figures) };
  };
  return { en: textIn('en'), es: textIn('es'), sw: textIn('sw') };
}

const versionOf = (contract: Contract, texts: Record<Language, Text>): string =>
  createHash('sha256')
    .update(JSON.stringify([contract, ...LANGUAGES.map((language) => texts[language])]))
    .digest('hex')
    .slice(0, 32);

/** The version of an agreement, equal in all languages. It depends only on the parties, the terms, the prices and the texts. */
export const agreementVersion = (facts: AgreementFacts): string => versionOf(facts.contract, textsOf(facts));

export function agreementIn(language: Language, facts: AgreementFacts): Agreement {
  const texts = textsOf(facts);
  return { version: versionOf(facts.contract, texts), ...texts[language] };
}
