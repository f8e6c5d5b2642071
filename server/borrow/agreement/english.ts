/** The agreement in English. */
import type { AgreementSection } from '#machines/model/order.ts';
import type { SupportDays } from '#machines/model/device.ts';
import { formatMsisdn } from '#machines/model/phoneNumber.ts';
import type { Figures } from './agreementFigures.ts';
import { known, oneOf, type AgreementWords } from './agreementWords.ts';

const DAYS: Record<SupportDays, string> = { 'mon-fri': 'Monday to Friday', 'mon-sat': 'Monday to Saturday', 'mon-sun': 'every day' };

const parties = ({ lender: { company }, borrower, number }: Figures): AgreementSection[] => [
  {
    heading: 'The parties',
    facts: known([
      { label: 'Lender', value: company.name },
      { label: 'Address', value: company.address },
      { label: 'Licence', value: company.licence },
      { label: 'Licensed by', value: company.regulator },
      { label: 'Borrower', value: borrower.name },
      { label: 'National ID number', value: borrower.nationalId },
      { label: 'Mobile number', value: borrower.mobileText },
    ]),
    body: 'In this agreement “we” is the lender and “you” is the borrower.',
  },
  {
    heading: 'This agreement',
    facts: [
      { label: 'Number', value: number },
      { label: 'Date', value: 'The day on which you accept it' },
    ],
    body: 'It is a loan in Kenya shillings without security. It begins when you accept it and ends when everything is paid back. If the money does not reach you, you owe nothing.',
  },
];

const money = (f: Figures): AgreementSection[] => [
  {
    heading: 'What you receive',
    lines: [
      { label: 'Loan', value: f.principal },
      { label: f.feeMode === 'flat' ? `Processing fee, ${f.feeRate} once` : `Processing fee, ${f.feeRate} a day`, value: `− ${f.fee}` },
      { label: `Tax on the fee, ${f.taxRate}`, value: `− ${f.tax}` },
      { label: 'We send you', value: f.sent },
    ],
    body: 'The fee and the tax are taken off the loan. We send the rest to the account that you chose in the app.',
  },
  {
    heading: 'What you pay back, and when',
    lines: [
      { label: 'Loan', value: f.principal },
      { label: `Interest, ${f.interestRate} a year`, value: f.interest },
      { label: 'One payment', value: f.owed },
      { label: 'Due, after the money is sent', value: `${f.days} days` },
    ],
    body: `The loan runs for ${f.days} days, counted from the day the money is sent. Interest is counted by days. The app always shows the due date and what is owed.`,
  },
  {
    heading: 'What it costs',
    lines: [
      { label: 'Interest, fee and tax', value: f.cost },
      { label: 'Yearly rate, all costs included (APR)', value: f.apr },
      { label: 'Effective yearly rate', value: f.effective },
    ],
    body: 'Both rates are counted on what you receive. If you pay on time, there are no other costs.',
  },
];

const repayment = (f: Figures): AgreementSection[] => [
  {
    heading: 'How you pay',
    body: `You pay in the app from M-PESA, or at paybill ${f.paybill} with ${f.number} as account number. Payments go to late charges first, then to interest, then to the loan.`,
  },
  {
    heading: 'Paying early',
    body: 'You may pay any part at any time. If you pay everything before the due date, you pay interest only for the days you had the money. Paying early costs nothing.',
  },
  {
    heading: 'Paying late',
    lines: [
      { label: 'Each day, of the unpaid loan', value: f.lateRate },
      { label: 'A day, if nothing has been paid back', value: f.latePerDay },
      { label: 'All late charges together, at most', value: f.lateCap },
    ],
    body: 'Late charges begin on the day after the due date. Together they are never more than the loan that is unpaid on the due date, less the interest that is unpaid then. After that nothing more is added.',
  },
  {
    heading: 'More time',
    body: f.rollover
      ? `You may move the due date by ${oneOf(f.rollover.days, 'or')} days, at most ${f.rollover.times} times, for ${f.rollover.rate} of the unpaid loan for each day and the tax on it, paid in advance.`
      : 'The due date cannot be moved.',
  },
];

const rights = (f: Figures): AgreementSection[] => {
  const { email, phone, whatsapp, hours, company } = f.lender;
  return [
    {
      heading: 'Changing your mind',
      body: [
        f.sentAfterHours === null
          ? `You may decline this offer at no cost. It lapses ${f.offerHours} hours after it was made, and money is sent only after you accept.`
          : `You may decline this offer at no cost. If you neither accept nor decline it within ${f.sentAfterHours} hours, the agreement begins and we send the money.`,
        'Once the agreement has begun, the money is on its way and the agreement cannot be cancelled. You may end it on any day after that: pay back the loan and the interest for the days you had the money. The fee and the tax are not returned.',
        'Rights to cancel that the law gives you are not limited by this.',
      ].join('\n'),
    },
    {
      heading: 'Your data',
      body: [
        'We use what you give us to decide on the loan, to pay it out and to collect it. We tell nobody else about this loan, except credit bureaus (CRB) and authorities where the law requires it. We never use your phone book to collect a debt.',
        `We keep the books of this loan for ${f.booksYears} years after it ends. You may ask to see your data, which we answer within ${f.accessDays} days, and to have it corrected or deleted, which we answer within ${f.erasureDays} days. Write to our data protection officer: ${company.dataOfficerEmail}.`,
      ].join('\n'),
    },
    {
      heading: 'Complaints',
      facts: known([
        { label: 'Email', value: email },
        { label: 'Phone', value: phone ?? '' },
        { label: 'WhatsApp', value: whatsapp === null ? '' : formatMsisdn(whatsapp) },
        { label: 'Opening hours', value: `${DAYS[hours.days]}, ${hours.from} to ${hours.to}` },
        { label: 'Further complaints', value: `${company.regulator}, ${company.regulatorContact}` },
        { label: 'About your data', value: 'Office of the Data Protection Commissioner, www.odpc.go.ke' },
      ]),
      body: `Write to us first, in the app or to these addresses: we answer within ${f.answerDays} working day${f.answerDays === 1 ? '' : 's'}. If our answer does not help, you may complain further. You may go to court at any time.`,
    },
    {
      heading: 'Law',
      body: 'The laws of Kenya apply, and the courts of Kenya decide. After you accept, neither of us can change this agreement alone. If one part is not valid, the others stay. The text that counts is the one in the language in which you accept it.',
    },
  ];
};

export const english: AgreementWords = {
  title: 'Loan agreement',
  sections: (f) => [...parties(f), ...money(f), ...repayment(f), ...rights(f)],
  accepted: ({ by, date, time, dueDate, borrower, version }) => ({
    heading: 'Acceptance',
    facts: known([
      { label: by === 'borrower' ? 'Accepted on' : 'Began on', value: `${date}, ${time} (Nairobi)` },
      { label: by === 'borrower' ? 'Accepted by' : 'Borrower', value: borrower },
      { label: 'Due, if the money is sent that day', value: dueDate },
      { label: 'Version', value: version },
    ]),
    body:
      by === 'borrower'
        ? 'This text was shown to the borrower in the app, and the borrower accepted it there.'
        : 'The borrower neither accepted nor declined the offer in time. The agreement began as the part “Changing your mind” says.',
  }),
  page: (number, of) => `Page ${number} of ${of}`,
};
