/**
 * Two kinds of people at one lender: victims, who have everything that a borrower can have, and attackers, who know every number of
 * the victims. No request of an attacker may change a victim's row, and no answer may contain a word of a victim.
 */
import { sql } from 'kysely';
import type { Values } from '#machines/model/application.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { trialBalance } from '#server/books/ledger.ts';
import type { Store } from '#server/store/store.ts';
import type { CallName, RequestOf } from '#src/api/contract.ts';
import { requestFor, type ReadOf } from '../../scripts/conformance/requests.ts';
import { firstLoan } from '#src/market/products.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { createBorrowers } from '#server/identity/borrowers.ts';
import { secretOf } from '#server/store/rowEncryption.ts';
import { consentTo, giveEverything, GOOD_ANSWERS, OPEN_GATE } from './lendingFixture.ts';
import { grantSession, testSessions } from './testSessions.ts';
import { png } from './photoBytes.ts';
import { until } from './patience.ts';
import type { Phone, TestLender } from './testLender.ts';

/** Every name on the wire of a person and of the person's data; '' for data that the person has not. */
export interface Known {
  mobile: string;
  userId: string;
  deviceId: string;
  /** Id of the device in the list of devices. */
  listedDevice: string;
  orderNo: string;
  payOrderId: string;
  extensionNo: string;
  accountNumber: string;
  proofNo: string;
  receipt: string;
  /** Names of an uploaded picture that is not sent yet, and of one that is. */
  proofPicture: string;
  ticketNo: string;
  ticketPicture: string;
  requestId: string;
}

export interface Person extends Known {
  phone: Phone;
  /** Words that no answer to another person may contain. */
  canaries: string[];
}

const wordsOf = (n: number): { personal: Values; additional: Values; canaries: string[] } => {
  // The number has three digits, because all test files of a long run share this module.
  const number = String(n).padStart(3, '0');
  const word = `zanary${[...number].map((digit) => String.fromCharCode(97 + Number(digit))).join('')}`;
  const personal = {
    ...complete.personalInfo,
    firstName: `First${word}`,
    lastName: `Last${word}`,
    nationalId: `98765${number}`,
    whatsappNo: `711778${number}`,
    email: `mail.${word}@gmail.com`,
    address: `Lane ${word}`,
  };
  const additional = {
    ...complete.additionalInfo,
    companyAddress: `Office ${word}`,
    emergencyContactName1: `Friend ${word}`,
    emergencyContactMobile1: `722456${number}`,
  };
  return { personal, additional, canaries: [word, `98765${number}`, `711778${number}`, `722456${number}`] };
};

const pictureFile = (): { file: Blob } => ({ file: new Blob([Uint8Array.from(png(640, 400))]) });

let people = 0;

/** A signed-in borrower who has saved the first two sections of an application. */
async function applicant(lender: TestLender): Promise<Person & { id: number; canary: string }> {
  const n = people++;
  const { store, clock } = lender.inside();
  const mobile = `25479900${String(1_000 + n)}`;
  const deviceId = `device-of-person-${n}-`.padEnd(32, 'x');
  const phone = lender.phone({ device: () => deviceId });
  await phone.call('productIndex', {});
  await phone.signIn(mobile);
  const { basicInfo } = await phone.call('getUserInfo', {});
  const id = Number(basicInfo.userId);
  const [device] = (await phone.call('listDevices', {})).devices;
  await giveEverything(store, id, mobile, clock.now());
  const { orderNo } = await phone.call('applyMarket', { productId: firstLoan.id, amount: shillings(5_000), termDays: 91 });
  const { personal, additional, canaries } = wordsOf(n);
  await phone.call('saveBasicInfo', { orderNo, values: personal });
  await phone.call('saveAdditionInfoMarket', { orderNo, values: additional });
  const none = { payOrderId: '', extensionNo: '', accountNumber: '', proofNo: '', receipt: '', proofPicture: '' };
  const nothing = { ...none, ticketNo: '', ticketPicture: '', requestId: '' };
  return {
    ...{
      phone,
      mobile,
      deviceId,
      listedDevice: device?.id ?? '',
      userId: basicInfo.userId,
      orderNo,
      ...nothing,
      id,
      canary: canaries[0] ?? '',
    },
    canaries: [...canaries, mobile.slice(3), orderNo, deviceId],
  };
}

/** Writes to the lender, with one picture in the message and another one that is not sent yet. */
async function withTicket(person: Person & { canary: string }): Promise<void> {
  const { phone, canary } = person;
  person.requestId = `request-${canary}`;
  const { name: sent } = await phone.call('feedbackUploadCredential', {}, { files: pictureFile() });
  const ticket = await phone.call('feedbackCreate', {
    ...{ requestId: person.requestId, type: 1, description: `The money of ${canary} did not arrive at all`, contactTime: 'any' },
    ...{ receiverAccount: `account ${canary}`, contact: `mail.${canary}@gmail.com`, pictures: [sent] },
  });
  person.ticketNo = ticket.ticketNo;
  await phone.call('feedbackAddMessage', {
    ticketNo: ticket.ticketNo,
    requestId: `m-${canary}`,
    text: `Message of ${canary}`,
    pictures: [],
  });
  await phone.call('feedbackMessages', { ticketNo: ticket.ticketNo });
  person.ticketPicture = (await phone.call('feedbackUploadFile', { ticketNo: ticket.ticketNo }, { files: pictureFile() })).name;
  person.canaries.push(person.ticketNo, person.ticketPicture, sent);
}

/** Gives the person a loan that was paid out, with a payment, a chosen rollover and a proof. */
async function withLoan(lender: TestLender, person: Person & { id: number; canary: string }): Promise<void> {
  const { lending, clock, due } = lender.inside();
  const { phone, orderNo, id, mobile } = person;
  await lending.advance(id, orderNo, 'questionnaire.answered', async (tx) => {
    await saveSection(tx, id, 'loanQuestion', GOOD_ANSWERS, clock.now());
  });
  await lending.decide(orderNo, 'approve');
  await lending.getMoney(id, await consentTo(lending, id, orderNo), OPEN_GATE);
  await due.run();
  await lender.sandbox.advance(5_000);
  await phone.call('productIndex', {});
  await until(
    async () => (await lending.order(id, orderNo)).status === STATUS.repaying,
    () => 'the money never arrived',
  );
  const payment = await phone.call('mpesaRepayLink', { orderNo, amount: shillings(500), requestId: `pay-${person.canary}` });
  await lender.sandbox.advance(1_000);
  await phone.call('productIndex', {});
  const prompt = (await lender.sandbox.state()).prompts.find(({ to }) => to === mobile);
  await lender.sandbox.do(`/prompts/${prompt?.id ?? ''}`, { pin: '1234' });
  const account = await phone.call('dedicatedAccountCreate', { orderNo, days: 7 });
  const { chosen } = await phone.call('getExtensionData', { orderNo });
  const { picture: sent } = await phone.call('uploadVoucher', { orderNo }, { files: pictureFile() });
  const receipt = `ZAN${String(1_000_000 + id)}`;
  const proof = await phone.call('saveVoucher', { orderNo, receipt, amount: shillings(50), pictures: [sent] });
  const { picture: unsent } = await phone.call('uploadVoucher', { orderNo }, { files: pictureFile() });
  const paid = await phone.call('portalRepaymentDetail', { payOrderId: payment.payOrderId });
  Object.assign(person, {
    ...{ payOrderId: payment.payOrderId, accountNumber: account.accountNumber, extensionNo: chosen?.extensionNo ?? '' },
    ...{ proofNo: proof.proofNo, receipt, proofPicture: unsent },
  });
  const { payOrderId, accountNumber, extensionNo, proofNo } = person;
  // The receipt in the proof is left out: the attacker who sends the same receipt may read it again.
  person.canaries.push(...[payOrderId, accountNumber, extensionNo, proofNo, unsent, sent, paid.receipt ?? ''].filter((one) => one !== ''));
}

export type Kind = 'applicant' | 'debtor';

/** A person with a ticket, and in the middle of an application or with a running loan. */
export async function person(lender: TestLender, kind: Kind): Promise<Person> {
  const one = await applicant(lender);
  if (kind === 'debtor') await withLoan(lender, one);
  await withTicket(one);
  return one;
}

/** Tables whose rows no request changes, and tables of the lender's and the simulator's own work. */
const NOBODYS =
  /^(migration|setting|account|outbox|idempotent_answer|security_event|counter|sandbox_sms|sim_.*|rail_(float|token|schedule)|balance_query|task_lease|text_attempt|bureau_record)$/;

/** Rows that belong to a borrower, by table. */
async function rowsOf({ db }: Store): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(db);
  const rows = new Map<string, string[]>();
  for (const { name } of tables.filter((table) => !NOBODYS.test(table.name))) {
    const found = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} as t`.execute(db);
    rows.set(name, found.rows.map(({ row }) => row).sort());
  }
  return rows;
}

export interface Victims {
  people: Person[];
  /** Rows of a victim that changed or are new, and books that do not balance; empty: none. */
  complaints(): Promise<string[]>;
  /** Words of a victim that this text contains. */
  leaks(text: string): string[];
}

/** Call it while the lender has no other borrowers, because every row counts as a victim's. */
export async function victims(lender: TestLender): Promise<Victims> {
  const { store, due } = lender.inside();
  const people = [await person(lender, 'debtor'), await person(lender, 'applicant')];
  await due.run();
  const before = await rowsOf(store);
  const userIds = new Set(people.map(({ userId }) => Number(userId)));
  const orders = (await store.db.selectFrom('loan_order').select('id').execute()).map(({ id }) => id);
  const isTheirs = (row: string): boolean => {
    const { user_id: user, order_id: order } = JSON.parse(row) as { user_id?: number | null; order_id?: number | null };
    return userIds.has(user ?? -1) || orders.includes(order ?? -1);
  };
  const canaries = people.flatMap((one) => one.canaries);
  return {
    people,
    leaks: (text) => canaries.filter((word) => text.includes(word)),
    async complaints() {
      const found: string[] = [];
      const after = await rowsOf(store);
      for (const [table, rows] of before) {
        const now = new Set(after.get(table));
        for (const row of rows) if (!now.has(row)) found.push(`${table}: changed or gone: ${row}`);
        const known = new Set(rows);
        for (const row of now) if (!known.has(row) && isTheirs(row)) found.push(`${table}: new: ${row}`);
      }
      const sum = await trialBalance(store.db);
      if (sum !== 0) found.push(`the books do not balance: ${sum}`);
      return found;
    },
  };
}

/** Whether the person is still signed in. */
export const isSignedIn = ({ phone }: Person): Promise<boolean> =>
  phone.call('latestOrder', {}).then(
    () => true,
    () => false,
  );

/** Makes a session without a code: a borrower gets ten codes a day, and attackers often end their own sessions. */
export async function signInAgain(lender: TestLender, person: Person): Promise<void> {
  const { store, clock } = lender.inside();
  const grant = (): Promise<string> => grantSession(store, testSessions(store, clock), Number(person.userId));
  person.phone.token = await grant().catch(async () => {
    // A person who has closed the account registers again.
    const { id } = await store.tx((tx) => createBorrowers(store, clock, secretOf(store.db)).register(tx, person.mobile, null));
    person.userId = String(id);
    return grant();
  });
}

type Request<N extends CallName> = (of: Known) => readonly Partial<Record<keyof RequestOf<N>, unknown>>[];
type Derived = ReadOf<Known>;
type Written = { readonly [N in Exclude<CallName, Derived>]: Request<N> } & { readonly [N in Derived]?: Request<N> };

const nothing = (): [object] => [{}];
const byOrder = ({ orderNo }: Known): [{ orderNo: string }] => [{ orderNo }];
const byPayment = ({ payOrderId }: Known): [{ payOrderId: string }] => [{ payOrderId }];
const byExtension = ({ orderNo, extensionNo }: Known): [{ orderNo: string; extensionNo: string }] => [{ orderNo, extensionNo }];
const byTicket = ({ ticketNo }: Known): [{ ticketNo: string }] => [{ ticketNo }];
const byChoice = ({ orderNo }: Known): readonly { orderNo: string; amount?: number; termDays?: number }[] => [
  { orderNo },
  { orderNo, amount: shillings(2_000), termDays: 91 },
];
const bySection =
  (values: Values) =>
  ({ orderNo }: Known) => [
    { orderNo, values },
    { orderNo, values, basedOn: null },
  ];
const loan = { productId: firstLoan.id, amount: shillings(2_000), termDays: 91 };
const ticket = { type: 1, description: 'A long enough description', receiverAccount: '', contact: 'a.b@gmail.com', contactTime: 'any' };
const { personalInfo, additionalInfo, loanQuestion } = complete;

/**
 * For every call, well-formed requests with the numbers of a person. Sent by another person they are attacks. A read that takes
 * only such numbers needs no entry. Any other call without an entry does not compile.
 */
const WRITTEN: Written = {
  getVerifyCode: ({ mobile }) => (['login', 'register', 'bindCard', 'draw'] as const).map((purpose) => ({ mobile, purpose })),
  login: ({ mobile }) => [{ mobile, code: '000000' }],
  register: ({ mobile }) => [{ mobile, code: '000000', acceptedTerms: true, channelId: '7' }],
  logOut: ({ userId, deviceId }) => [{ token: userId }, { token: deviceId }],
  agreeRecordings: () => [{ agreed: true, version: '2026-11' }],
  removeDevice: ({ deviceId, listedDevice }) => [{ id: deviceId }, { id: listedDevice }],
  signOutEverywhere: nothing,
  countryByCode: () => [{ code: 'KE' }],
  saveBasicInfo: bySection(personalInfo),
  saveBasicInfoMarket: bySection(personalInfo),
  saveAdditionInfoMarket: bySection(additionalInfo),
  uploadIdFront: byOrder,
  uploadIdBack: byOrder,
  saveFaceImage: byOrder,
  finishUploadAllImg: byOrder,
  readIdCard: byOrder,
  addBankCard: ({ orderNo }) => [{ orderNo, cardNumber: '4242424242424242', validTo: '12/30', cvc: '123' }],
  bindBankCard: ({ orderNo, mobile }) => [
    {
      orderNo,
      values: { accountKind: 'mpesa', mobile: `0${mobile.slice(3)}`, verificationCode: '000000', mobileVerificationCode: '000000' },
    },
  ],
  getBankBranch: () => [{ bankCode: '01' }],
  saveQuestionnaire: bySection(loanQuestion),
  orderList: () => [{}, { page: 2 }],
  orderListMarket: () => [{ productId: firstLoan.id }],
  loanAgreement: byChoice,
  applyMarket: () => [loan],
  applyMarketAgain: () => [loan],
  productList: () => [{ channelId: '7' }],
  stepAmount: () => [{ productId: firstLoan.id }],
  confirmProductInfo: byChoice,
  validateVerifyCode: ({ mobile }) => [{ code: '000000' }, { code: '000000', mobile }],
  getMoney: ({ orderNo }) => [{ orderNo, agreementVersion: '1', sent: shillings(4_942), owed: shillings(6_000) }],
  getMoneyContract: byChoice,
  cancelDrawMoney: byOrder,
  requestReview: byOrder,
  mpesaRepayLink: ({ orderNo, requestId }) => [{ orderNo, amount: shillings(10), requestId: requestId || 'r-1' }],
  dedicatedAccountCreate: ({ orderNo }) => [{ orderNo }, { orderNo, days: 7 }],
  mangoCashRepayLink: byOrder,
  updateExtensionOrderStatus: byExtension,
  confirmExtensionOrder: byExtension,
  uploadVoucher: byOrder,
  saveVoucher: ({ orderNo, receipt, proofPicture }) => [
    { orderNo, receipt: receipt || 'ZZZ1234567', amount: shillings(50), pictures: proofPicture ? [proofPicture] : [] },
  ],
  portalRepaymentConfirm: byPayment,
  timeUploadStatus: ({ orderNo }) => [
    { orderNo, consents: { sms: true } },
    { orderNo, status: 'success' },
  ],
  feedbackEdit: ({ ticketNo }) => [{ ticketNo, description: 'Another description altogether' }],
  feedbackCreate: ({ requestId, ticketPicture }) => [
    { ...ticket, requestId: requestId || 'r-1', pictures: ticketPicture ? [ticketPicture] : [] },
  ],
  feedbackAddMessage: ({ ticketNo, requestId, ticketPicture }) => [
    { ticketNo, requestId: requestId || 'r-1', text: 'A message', pictures: ticketPicture ? [ticketPicture] : [] },
  ],
  feedbackUpdateStatus: ({ ticketNo }) => [{ ticketNo, status: 4 }],
  feedbackSubmitRating: ({ ticketNo }) => [{ ticketNo, rating: 1 }],
  feedbackUploadCredential: nothing,
  feedbackUploadFile: byTicket,
  requestCancellation: () => [{ reason: 'other' }, { reason: null }],
  cancelAccount: () => [{ reason: 'other' }],
};

const isDerived = (name: CallName): name is Derived => !(name in WRITTEN);

/** The requests of a call, by its name. */
export const requestsOf = (name: CallName, of: Known): readonly object[] =>
  isDerived(name) ? [requestFor<Known>(name, of)] : (WRITTEN[name]?.(of) ?? []);
