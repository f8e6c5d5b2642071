/** The loan agreement. Every amount and rate in it is computed from the contract; no number is typed here. */
import type { Agreement } from '#machines/model/order.ts';
import { formatApr, formatKsh, formatRate } from '#machines/model/money.ts';
import { penaltyCap, penaltyPerDay } from '#machines/model/terms.ts';
import type { Contract } from '#server/store/schema/index.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import type { Language } from '#machines/context.ts';

type Sections = Agreement['sections'];

/** The figures of the agreement, formatted for the borrower. */
interface Figures {
  lender: string;
  paybill: string;
  principal: string;
  days: number;
  interest: string;
  interestRate: string;
  fee: string;
  feeRate: string;
  tax: string;
  taxRate: string;
  sent: string;
  owed: string;
  cost: string;
  apr: string;
  effective: string;
  lateRate: string;
  latePerDay: string;
  lateCap: string;
  rollover: { days: readonly number[]; times: number; rate: string } | null;
}

/** "7, 14 or 30" */
const oneOf = (numbers: readonly number[], or: string): string => numbers.join(', ').replace(/, (?=\d+$)/, ` ${or} `);

function figuresOf({ terms, product }: Contract, config: LendingConfig): Figures {
  const { rollover } = product;
  return {
    lender: config.lenderName,
    paybill: config.paybill,
    principal: formatKsh(terms.principal),
    days: terms.termDays,
    interest: formatKsh(terms.interest),
    interestRate: formatRate(product.interestRate),
    fee: formatKsh(terms.fee),
    feeRate: formatRate(product.fee.rate),
    tax: formatKsh(terms.tax),
    taxRate: formatRate(product.tax.rate),
    sent: formatKsh(terms.sent),
    owed: formatKsh(terms.owed),
    cost: formatKsh(terms.totalCost),
    apr: formatApr(terms.apr),
    effective: formatApr(terms.effectiveRate),
    lateRate: formatRate(product.penaltyRate),
    latePerDay: formatKsh(penaltyPerDay(terms.principal, product.penaltyRate)),
    lateCap: formatKsh(penaltyCap(terms.principal, terms.interest)),
    rollover: rollover.enabled ? { days: rollover.days, times: rollover.maxTimes, rate: formatRate(rollover.feeRatePerDay) } : null,
  };
}

const english = (f: Figures): Sections => [
  { heading: 'The loan', body: `${f.lender} lends you ${f.principal} for ${f.days} days, counted from the day the money is sent.` },
  {
    heading: 'What you receive',
    body: `The processing fee of ${f.fee} (${f.feeRate} of the loan, once) and ${f.tax} tax (${f.taxRate} of the fee) are taken off. You receive ${f.sent}.`,
  },
  {
    heading: 'What you pay back',
    body: `The loan and ${f.interest} interest (${f.interestRate} a year, counted by days): ${f.owed} in all, on the due date at the latest.`,
  },
  {
    heading: 'What it costs',
    body: `Interest, fee and tax are ${f.cost} together. On what you receive this is ${f.apr} a year (APR), or ${f.effective} a year with compounding.`,
  },
  {
    heading: 'Paying early',
    body: 'You may pay any part at any time. If you pay everything before the due date, you pay interest only for the days you had the money.',
  },
  {
    heading: 'Paying late',
    body: `From the day after the due date ${f.lateRate} of the unpaid loan is added each day: about ${f.latePerDay} a day while nothing is paid back. Late charges never add up to more than the loan unpaid on the due date less the interest unpaid then, at most ${f.lateCap}, and then nothing more is added.`,
  },
  {
    heading: 'How payments count',
    body: `Payments go to late charges first, then to interest, then to the loan. You pay from M-PESA, or at paybill ${f.paybill} with your order number as account number.`,
  },
  {
    heading: 'More time',
    body: f.rollover
      ? `You may move the due date by ${oneOf(f.rollover.days, 'or')} days, at most ${f.rollover.times} times, for ${f.rollover.rate} of the unpaid loan per day and the tax on it, paid in advance.`
      : 'The due date cannot be moved.',
  },
  { heading: 'Until the money is sent', body: 'You may decline this offer at no cost. Money is only sent after you agree here.' },
  {
    heading: 'Your contacts',
    body: 'We never use your phone book to collect a debt and tell nobody else about this loan, except credit bureaus where the law asks for it.',
  },
];

const spanish = (f: Figures): Sections => [
  {
    heading: 'El préstamo',
    body: `${f.lender} le presta ${f.principal} por ${f.days} días, contados desde el día en que se envía el dinero.`,
  },
  {
    heading: 'Lo que recibe',
    body: `Se descuentan la comisión de ${f.fee} (${f.feeRate} del préstamo, una vez) y ${f.tax} de impuesto (${f.taxRate} de la comisión). Usted recibe ${f.sent}.`,
  },
  {
    heading: 'Lo que devuelve',
    body: `El préstamo y ${f.interest} de intereses (${f.interestRate} al año, contados por días): ${f.owed} en total, a más tardar en la fecha de vencimiento.`,
  },
  {
    heading: 'Lo que cuesta',
    body: `Intereses, comisión e impuesto suman ${f.cost}. Sobre lo que recibe, es un ${f.apr} al año (TAE simple), o un ${f.effective} al año con capitalización.`,
  },
  {
    heading: 'Pagar antes',
    body: 'Puede pagar cualquier parte en cualquier momento. Si paga todo antes del vencimiento, paga intereses solo por los días en que tuvo el dinero.',
  },
  {
    heading: 'Pagar tarde',
    body: `Desde el día siguiente al vencimiento se añade cada día un ${f.lateRate} del préstamo sin pagar: unos ${f.latePerDay} al día mientras no se devuelva nada. Los recargos nunca suman más que el préstamo pendiente al vencimiento menos los intereses pendientes entonces, como máximo ${f.lateCap}; después no se añade nada.`,
  },
  {
    heading: 'Cómo cuentan los pagos',
    body: `Los pagos cubren primero los recargos, luego los intereses y luego el préstamo. Paga desde M-PESA o en el paybill ${f.paybill}, con su número de pedido como número de cuenta.`,
  },
  {
    heading: 'Más tiempo',
    body: f.rollover
      ? `Puede aplazar el vencimiento ${oneOf(f.rollover.days, 'o')} días, como máximo ${f.rollover.times} veces, por un ${f.rollover.rate} diario del préstamo sin pagar más su impuesto, pagado por adelantado.`
      : 'El vencimiento no se puede aplazar.',
  },
  {
    heading: 'Hasta que se envíe el dinero',
    body: 'Puede rechazar esta oferta sin costo. El dinero solo se envía después de que usted acepte aquí.',
  },
  {
    heading: 'Sus contactos',
    body: 'Nunca usamos su agenda para cobrar una deuda ni contamos a nadie este préstamo, salvo a las agencias de crédito cuando la ley lo pide.',
  },
];

const swahili = (f: Figures): Sections => [
  { heading: 'Mkopo', body: `${f.lender} inakukopesha ${f.principal} kwa siku ${f.days}, kuanzia siku pesa zinapotumwa.` },
  {
    heading: 'Unachopokea',
    body: `Ada ya ${f.fee} (${f.feeRate} ya mkopo, mara moja) na kodi ya ${f.tax} (${f.taxRate} ya ada) zinakatwa. Unapokea ${f.sent}.`,
  },
  {
    heading: 'Unacholipa',
    body: `Mkopo na riba ya ${f.interest} (${f.interestRate} kwa mwaka, ikihesabiwa kwa siku): jumla ${f.owed}, kabla au katika tarehe ya mwisho.`,
  },
  {
    heading: 'Gharama yake',
    body: `Riba, ada na kodi kwa pamoja ni ${f.cost}. Kwa kiasi unachopokea ni ${f.apr} kwa mwaka (APR), au ${f.effective} kwa mwaka riba ikijumlishwa.`,
  },
  {
    heading: 'Kulipa mapema',
    body: 'Unaweza kulipa sehemu yoyote wakati wowote. Ukilipa yote kabla ya tarehe ya mwisho, unalipa riba ya siku ulizokuwa na pesa tu.',
  },
  {
    heading: 'Kuchelewa kulipa',
    body: `Kuanzia siku baada ya tarehe ya mwisho, ${f.lateRate} ya mkopo usiolipwa huongezwa kila siku: takriban ${f.latePerDay} kwa siku ikiwa hakuna kilicholipwa. Ada za kuchelewa hazizidi kamwe mkopo uliobaki siku ya mwisho ukiondoa riba iliyobaki wakati huo, zisizozidi ${f.lateCap}; baada ya hapo hakuna kinachoongezwa.`,
  },
  {
    heading: 'Jinsi malipo yanavyohesabiwa',
    body: `Malipo hulipa kwanza ada za kuchelewa, kisha riba, kisha mkopo. Unalipa kwa M-PESA, au kwa paybill ${f.paybill} ukitumia nambari ya mkopo wako kama nambari ya akaunti.`,
  },
  {
    heading: 'Muda zaidi',
    body: f.rollover
      ? `Unaweza kusogeza tarehe ya mwisho kwa siku ${oneOf(f.rollover.days, 'au')}, mara ${f.rollover.times} zaidi, kwa ${f.rollover.rate} ya mkopo usiolipwa kwa siku pamoja na kodi yake, ikilipwa mapema.`
      : 'Tarehe ya mwisho haiwezi kusogezwa.',
  },
  { heading: 'Kabla pesa hazijatumwa', body: 'Unaweza kukataa ofa hii bila gharama. Pesa hutumwa tu baada ya wewe kukubali hapa.' },
  {
    heading: 'Watu unaowajua',
    body: 'Hatutumii kamwe orodha yako ya simu kudai deni wala kumwambia mtu yeyote kuhusu mkopo huu, isipokuwa ofisi za mikopo sheria inapotaka.',
  },
];

const languages: Record<Language, { title: string; sections: (f: Figures) => Sections }> = {
  en: { title: 'Loan agreement', sections: english },
  es: { title: 'Contrato de préstamo', sections: spanish },
  sw: { title: 'Mkataba wa mkopo', sections: swahili },
};

/** Deterministic: the fingerprint of the consent depends on the text. */
export function agreementText(language: Language, contract: Contract, config: LendingConfig): Omit<Agreement, 'version'> {
  const { title, sections } = languages[language];
  return { title, sections: sections(figuresOf(contract, config)) };
}
