/** Rows of the fields without a rule of their own: from their description, and from the limits of the rules that fields share. */
import type { SectionName, Values } from '#machines/model/application.ts';
import type { MessageKey } from '#src/forms/messages/index.ts';
import * as rules from '#src/forms/rules.ts';
import { sampleOf } from '#src/forms/sampleValues.ts';
import { isRequired, isShown, isTyped, scopeOf } from '#src/forms/scope.ts';
import type { Field, Rule } from '#src/forms/types.ts';
import { LIMITS } from '#src/market/limits.ts';
import { presets, type Market } from '#src/market/market.ts';
import { complete, context, wider } from '../sectionSamples.ts';
import { digits, letters, type Row } from './ruleRow.ts';

/** Rules that several fields share, with values at their limits. */
const BORDERS = new Map<Rule, Pick<Row, 'accepted' | 'refused'>>([
  [
    rules.personName,
    {
      accepted: [letters(LIMITS.name.min), letters(LIMITS.name.max)],
      refused: {
        [letters(LIMITS.name.min - 1)]: 'invalid.nameShort',
        'Ann Mary': 'invalid.nameLetters',
        [letters(LIMITS.name.max + 1)]: 'invalid.long',
      },
    },
  ],
  [
    rules.freeText,
    {
      accepted: [letters(LIMITS.freeText.min), letters(LIMITS.freeText.max)],
      refused: { [letters(LIMITS.freeText.min - 1)]: 'invalid.short', [letters(LIMITS.freeText.max + 1)]: 'invalid.long' },
    },
  ],
  [
    rules.sparePhone,
    { accepted: ['712345678', '0112345678'], refused: { '71234567': 'invalid.sparePhone', '812345678': 'invalid.sparePhone' } },
  ],
  [rules.pincode, { accepted: ['00100'], refused: { [digits(4)]: 'invalid.pincode', [digits(6)]: 'invalid.pincode' } }],
  [rules.pastDate, { accepted: [`01-01-2000`], refused: { '31-02-2000': 'invalid.date', '01-01-2100': 'invalid.futureDate' } }],
]);

/** The first complete values that show the field. */
function shownWith(section: SectionName, field: Field): { values: Values; market: Market } | undefined {
  const widest = section === 'loanQuestion' ? complete[section] : wider[section];
  const moments = [
    { values: complete[section], market: presets.kenya },
    { values: widest, market: presets.everyField },
  ];
  return moments.find(({ values, market }) => isShown(field, values, scopeOf({ ...context, market })));
}

/** The row of a field; null when it must be written by hand: the field has a rule of its own, or complete values do not show it. */
export function describedRow(section: SectionName, field: Field): Row | null {
  const shown = shownWith(section, field);
  const shared = (field.rules ?? []).map((rule) => BORDERS.get(rule));
  if (!shown || shared.includes(undefined)) return null;
  const { values, market } = shown;
  const scope = scopeOf({ ...context, market });
  const sample = values[field.name] || sampleOf(field, values, scope);
  const must = isRequired(field, values, scope);
  const refused: Record<string, MessageKey> = {
    ...(must ? { '': field.empty, '  ': field.empty } : {}),
    ...(field.options ? { 'none of the options': 'invalid.option' } : {}),
    ...(isTyped(field) ? { '\u200B\u200B': 'invalid.unseen' } : {}),
  };
  return {
    section,
    field: field.name,
    market,
    accepted: [...(must ? [] : ['']), ...(sample === undefined ? [] : [sample]), ...shared.flatMap((border) => border?.accepted ?? [])],
    refused: Object.assign(refused, ...shared.map((border) => border?.refused)),
  };
}
