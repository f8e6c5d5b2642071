/** The agreement in Swahili. */
import type { AgreementSection } from '#machines/model/order.ts';
import type { SupportDays } from '#machines/model/device.ts';
import { formatMsisdn } from '#machines/model/phoneNumber.ts';
import type { Figures } from './agreementFigures.ts';
import { known, oneOf, type AgreementWords } from './agreementWords.ts';

const DAYS: Record<SupportDays, string> = {
  'mon-fri': 'Jumatatu hadi Ijumaa',
  'mon-sat': 'Jumatatu hadi Jumamosi',
  'mon-sun': 'kila siku',
};

const parties = ({ lender: { company }, borrower, number }: Figures): AgreementSection[] => [
  {
    heading: 'Wahusika',
    facts: known([
      { label: 'Mkopeshaji', value: company.name },
      { label: 'Anwani', value: company.address },
      { label: 'Leseni', value: company.licence },
      { label: 'Imetolewa na', value: company.regulator },
      { label: 'Mkopaji', value: borrower.name },
      { label: 'Nambari ya kitambulisho', value: borrower.nationalId },
      { label: 'Nambari ya simu', value: borrower.mobileText },
    ]),
    body: 'Katika mkataba huu, “sisi” ni mkopeshaji na “wewe” ni mkopaji.',
  },
  {
    heading: 'Mkataba huu',
    facts: [
      { label: 'Nambari', value: number },
      { label: 'Tarehe', value: 'Siku unapoukubali' },
    ],
    body: 'Ni mkopo wa shilingi za Kenya bila dhamana. Mkataba unaanza unapoukubali na unaisha kila kitu kinapolipwa. Pesa zisipokufikia, hudaiwi chochote.',
  },
];

const money = (f: Figures): AgreementSection[] => [
  {
    heading: 'Unachopokea',
    lines: [
      { label: 'Mkopo', value: f.principal },
      {
        label:
          f.feeMode === 'flat' ? `Ada ya kushughulikia mkopo, ${f.feeRate} mara moja` : `Ada ya kushughulikia mkopo, ${f.feeRate} kwa siku`,
        value: `− ${f.fee}`,
      },
      { label: `Kodi ya ada, ${f.taxRate}`, value: `− ${f.tax}` },
      { label: 'Tunakutumia', value: f.sent },
    ],
    body: 'Ada na kodi hukatwa kwenye mkopo. Kinachobaki tunakituma kwenye akaunti uliyoichagua kwenye programu.',
  },
  {
    heading: 'Unacholipa, na lini',
    lines: [
      { label: 'Mkopo', value: f.principal },
      { label: `Riba, ${f.interestRate} kwa mwaka`, value: f.interest },
      { label: 'Malipo ya mara moja', value: f.owed },
      { label: 'Kulipa, baada ya pesa kutumwa', value: `siku ${f.days}` },
    ],
    body: `Mkopo ni wa siku ${f.days}, kuanzia siku pesa zinapotumwa. Riba huhesabiwa kwa siku. Programu huonyesha tarehe ya kulipa na deni lako wakati wote.`,
  },
  {
    heading: 'Gharama yake',
    lines: [
      { label: 'Riba, ada na kodi', value: f.cost },
      { label: 'APR, pamoja na gharama zote', value: f.apr },
      { label: 'Kiwango halisi cha riba kwa mwaka', value: f.effective },
    ],
    body: 'Viwango vyote viwili huhesabiwa kwa kiasi unachopokea. Ukilipa kwa wakati, hakuna gharama nyingine.',
  },
];

const repayment = (f: Figures): AgreementSection[] => [
  {
    heading: 'Jinsi ya kulipa',
    body: `Unalipa kwenye programu kwa M-PESA, au kwa paybill ${f.paybill} ukitumia ${f.number} kama nambari ya akaunti. Malipo hulipa kwanza ada za kuchelewa, kisha riba, kisha mkopo.`,
  },
  {
    heading: 'Kulipa mapema',
    body: 'Unaweza kulipa sehemu yoyote wakati wowote. Ukilipa yote kabla ya tarehe ya kulipa, unalipa tu riba ya siku ulizokuwa na pesa. Kulipa mapema hakuna gharama.',
  },
  {
    heading: 'Kuchelewa kulipa',
    lines: [
      { label: 'Kila siku, ya mkopo ambao haujalipwa', value: f.lateRate },
      { label: 'Kwa siku, ikiwa hakuna kilicholipwa', value: f.latePerDay },
      { label: 'Ada zote za kuchelewa kwa pamoja, isizidi', value: f.lateCap },
    ],
    body: 'Ada za kuchelewa huanza siku inayofuata tarehe ya kulipa. Kwa pamoja hazizidi kamwe mkopo uliokuwa haujalipwa kwenye tarehe ya kulipa, ukiondoa riba iliyokuwa haijalipwa wakati huo. Baada ya hapo hakuna kinachoongezwa.',
  },
  {
    heading: 'Muda zaidi',
    body: f.rollover
      ? `Unaweza kusogeza tarehe ya kulipa kwa siku ${oneOf(f.rollover.days, 'au')}, isizidi mara ${f.rollover.times}, kwa ${f.rollover.rate} ya mkopo ambao haujalipwa kwa kila siku pamoja na kodi yake, zikilipwa kwanza.`
      : 'Tarehe ya kulipa haiwezi kusogezwa.',
  },
];

const rights = (f: Figures): AgreementSection[] => {
  const { email, phone, whatsapp, hours, company } = f.lender;
  return [
    {
      heading: 'Ukibadilisha nia',
      body: [
        f.sentAfterHours === null
          ? `Unaweza kukataa ofa hii bila gharama. Inaisha baada ya saa ${f.offerHours} tangu ilipotolewa, na pesa hutumwa tu baada ya wewe kukubali.`
          : `Unaweza kukataa ofa hii bila gharama. Usipoikubali wala kuikataa ndani ya saa ${f.sentAfterHours}, mkataba unaanza na tunatuma pesa.`,
        'Mkataba ukishaanza, pesa ziko njiani na mkataba hauwezi kufutwa. Unaweza kuumaliza siku yoyote baada ya hapo: lipa mkopo na riba ya siku ulizokuwa na pesa. Ada na kodi hazirudishwi.',
        'Haki za kufuta mkataba unazopewa na sheria hazipunguzwi na hili.',
      ].join('\n'),
    },
    {
      heading: 'Data yako',
      body: [
        'Tunatumia unachotupa kuamua kuhusu mkopo, kuutuma na kuudai. Hatumwambii mtu mwingine yeyote kuhusu mkopo huu, isipokuwa mashirika ya marejeleo ya mikopo (CRB) na mamlaka sheria inapotaka. Hatutumii kamwe orodha ya simu yako kudai deni.',
        `Tunahifadhi hesabu za mkopo huu kwa miaka ${f.booksYears} baada ya kuisha. Unaweza kuomba kuona data yako, tunajibu ndani ya siku ${f.accessDays}, na kuomba irekebishwe au ifutwe, tunajibu ndani ya siku ${f.erasureDays}. Mwandikie afisa wetu wa ulinzi wa data: ${company.dataOfficerEmail}.`,
      ].join('\n'),
    },
    {
      heading: 'Malalamiko',
      facts: known([
        { label: 'Barua pepe', value: email },
        { label: 'Simu', value: phone ?? '' },
        { label: 'WhatsApp', value: whatsapp === null ? '' : formatMsisdn(whatsapp) },
        { label: 'Saa za kazi', value: `${DAYS[hours.days]}, ${hours.from} hadi ${hours.to}` },
        { label: 'Malalamiko zaidi', value: `${company.regulator}, ${company.regulatorContact}` },
        { label: 'Kuhusu data yako', value: 'Office of the Data Protection Commissioner, www.odpc.go.ke' },
      ]),
      body: `Tuandikie sisi kwanza, kwenye programu au kwa anwani hizi: tunajibu ndani ya siku ${f.answerDays} ${f.answerDays === 1 ? 'ya' : 'za'} kazi. Jibu letu lisipokusaidia, unaweza kulalamika zaidi. Unaweza kwenda mahakamani wakati wowote.`,
    },
    {
      heading: 'Sheria',
      body: 'Sheria za Kenya zinatumika, na mahakama za Kenya huamua. Baada ya wewe kukubali, hakuna mhusika anayeweza kubadilisha mkataba huu peke yake. Sehemu moja isipokuwa halali, nyingine zinabaki. Maandishi yanayohesabika ni ya lugha uliyoyakubali.',
    },
  ];
};

export const swahili: AgreementWords = {
  title: 'Mkataba wa mkopo',
  sections: (f) => [...parties(f), ...money(f), ...repayment(f), ...rights(f)],
  accepted: ({ by, date, time, dueDate, borrower, version }) => ({
    heading: 'Kukubali',
    facts: known([
      { label: by === 'borrower' ? 'Ulikubaliwa' : 'Ulianza', value: `${date}, ${time} (Nairobi)` },
      { label: by === 'borrower' ? 'Ulikubaliwa na' : 'Mkopaji', value: borrower },
      { label: 'Tarehe ya kulipa, pesa zikitumwa siku hiyo', value: dueDate },
      { label: 'Toleo', value: version },
    ]),
    body:
      by === 'borrower'
        ? 'Maandishi haya yalionyeshwa kwa mkopaji kwenye programu, naye akayakubali humo.'
        : 'Mkopaji hakukubali wala kukataa ofa kwa wakati. Mkataba ulianza kama sehemu “Ukibadilisha nia” inavyosema.',
  }),
  page: (number, of) => `Ukurasa ${number} kati ya ${of}`,
};
