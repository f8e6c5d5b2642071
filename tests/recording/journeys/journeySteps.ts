/** The steps of a borrower, as events of the chart. Each step ends where the next one begins. */
import { fromDayMonthYear, MINUTE } from '#machines/model/calendar.ts';
import type { SectionName, Values } from '#machines/model/application.ts';
import { askedTurn } from '#machines/model/idPhotos.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { loadedOf } from '#machines/required.ts';
import { firstLoan } from '#src/market/products.ts';
import { complete } from '../../forms/sectionSamples.ts';
import { facePhoto, idBack, idFront, turnedFacePhoto } from '../../support/idCards.ts';
import type { TestLender } from '../../support/testLender.ts';
import { GOOD_ANSWERS } from '../../support/lendingFixture.ts';
import { deadline } from '../../support/patience.ts';
import type { App, PhoneMemory } from './headless.ts';
import { approve, reject } from '#tests/support/testClerks.ts';

export const MOBILE = '0712345678';
export const MSISDN = '254712345678';
export const PRINCIPAL = firstLoan.firstLoanMax;
const TERM = 91;
const PIN = '1234';

export interface Stage {
  lender: TestLender;
  memory: PhoneMemory;
  app: App;
}

/** Signs in, or registers, wherever the app asks for the number. @param mobile as it is typed, with the leading zero. */
export async function signIn({ app, lender }: Stage, mobile: string = MOBILE): Promise<void> {
  await app.send({ type: 'mobile.submitted', mobile });
  if (app.snapshot().matches({ places: { user: 'register' } }))
    await app.send({ type: 'registration.submitted', mobile, acceptedTerms: true });
  await app.send({ type: 'code.submitted', code: await lender.sandbox.codeFor(mobile.replace(/^0/, '254')) });
}

export async function chooseLoan({ app }: Stage): Promise<void> {
  app.at({ places: { apply: 'toBorrow' } });
  await app.send({ type: 'loan.requested', amount: PRINCIPAL, termDays: TERM });
}

/** Types the fields in their order, with drafts in between. */
async function fill({ app }: Stage, section: SectionName, values: Values): Promise<void> {
  let typed: Values = {};
  const names = Object.keys(values).filter((name) => values[name] !== '');
  // One draft for every four fields: a draft per field would make the recording longer and show nothing more.
  for (let i = 0; i < names.length; i += 4) {
    for (const name of names.slice(i, i + 4)) typed = { ...typed, [name]: values[name] ?? '' };
    await app.send({ type: 'draft.saved', section, values: typed });
  }
}

export async function fillPersonalInfo(stage: Stage): Promise<void> {
  const { app } = stage;
  app.at({ places: { apply: 'personalInfo' } });
  await fill(stage, 'personalInfo', complete.personalInfo);
  await app.send({ type: 'personalInfo.submitted', values: complete.personalInfo });
}

export async function fillAdditionalInfo(stage: Stage): Promise<void> {
  const { app } = stage;
  app.at({ places: { apply: 'additionalInfo' } });
  await fill(stage, 'additionalInfo', complete.additionalInfo);
  await app.send({ type: 'additionalInfo.submitted', values: complete.additionalInfo });
}

/** The card of the person whose information was typed. */
const ownCard = () => ({
  number: complete.personalInfo['nationalId'] ?? '',
  name: `${complete.personalInfo['firstName']} ${complete.personalInfo['lastName']}`.toUpperCase(),
  birthday: fromDayMonthYear(complete.personalInfo['inputBirthday'] ?? '') ?? '',
});

const asBlob = (bytes: Buffer): Blob => new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' });

/** Takes one photo with the phone's camera. @param picture its content; by default the card. */
export async function takePhoto({ app, memory }: Stage, side: 'front' | 'back' | 'face', picture?: Buffer): Promise<void> {
  const own = { front: () => idFront(ownCard()), back: () => idBack(ownCard()), face: facePhoto };
  const handle = `photo-${memory.photos.size + 1}`;
  memory.photos.set(handle, asBlob(picture ?? (await own[side]())));
  await app.send({ type: 'photo.taken', side, handle });
}

/** Takes the photo of the face, and the one with the head turned if the lender asks for it. */
export async function takeFace(stage: Stage): Promise<void> {
  const { app, memory } = stage;
  await takePhoto(stage, 'face');
  const turn = askedTurn(app.snapshot().context.photos);
  if (turn === null) return;
  const handle = `photo-${memory.photos.size + 1}`;
  memory.photos.set(handle, asBlob(await turnedFacePhoto(turn)));
  await app.send({ type: 'turnedPhoto.taken', turn, handle });
}

export async function takePhotos(stage: Stage): Promise<void> {
  stage.app.at({ places: { apply: 'idPhotos' } });
  for (const side of ['front', 'back'] as const) await takePhoto(stage, side);
  await takeFace(stage);
  await stage.app.send({ type: 'identity.submitted' });
}

export async function bindAccount({ app, lender }: Stage): Promise<void> {
  app.at({ places: { apply: 'bankAccount' } });
  // Codes are texted at least a minute apart.
  await lender.sandbox.advance(2 * MINUTE);
  await app.send({ type: 'bankCode.requested' });
  const verificationCode = await lender.sandbox.codeFor(MSISDN);
  await app.send({ type: 'bankAccount.submitted', values: { accountKind: 'mpesa', mobile: MSISDN, verificationCode } });
}

export async function sendAnswers(stage: Stage): Promise<void> {
  const { app } = stage;
  app.at({ places: { apply: 'loanQuestion' } });
  await app.send({ type: 'questionnaire.submitted', values: GOOD_ANSWERS });
  await app.send({ type: 'application.confirmed' });
  app.at({ places: { apply: 'reviewTips' } });
}

/** From the first opening to an application that was sent. */
export async function apply(stage: Stage): Promise<void> {
  await stage.app.send({ type: 'application.opened' });
  await signIn(stage);
  await chooseLoan(stage);
  await fillPersonalInfo(stage);
  await fillAdditionalInfo(stage);
  await takePhotos(stage);
  await bindAccount(stage);
  await sendAnswers(stage);
}

const newest = async ({ lender }: Stage) => {
  const [order] = (await lender.sandbox.state()).orders;
  if (!order) throw new Error('the lender has no order');
  return order;
};

export async function decide(stage: Stage, decision: 'approve' | 'reject'): Promise<void> {
  const { orderNo } = await newest(stage);
  await { approve, reject }[decision](stage.lender, orderNo);
  await stage.app.wait();
}

/** Reads the offer, agrees and draws. */
export async function draw({ app }: Stage): Promise<void> {
  await app.send({ type: 'order.opened' });
  app.at({ places: { borrow: 'confirmBorrow' } });
  await app.send({ type: 'agreement.opened' });
  await app.send({ type: 'back.requested' });
  await app.send({ type: 'agreement.ticked', agreed: true });
  await app.send({ type: 'offer.accepted' });
}

/** Draws to an account that was changed, for which the lender asks for a code. */
export async function drawWithCode({ app, lender }: Stage): Promise<void> {
  // Codes are texted at least a minute apart.
  await lender.sandbox.advance(2 * MINUTE);
  await app.send({ type: 'agreement.ticked', agreed: true });
  await app.send({ type: 'offer.accepted' });
  app.at({ places: { borrow: { confirmBorrow: 'enteringCode' } } });
  await app.send({ type: 'code.submitted', code: await lender.sandbox.codeFor(MSISDN) });
}

/** Waits for polls of the app until the journey is in this state. */
export async function waitUntil({ app }: Stage, value: Parameters<App['at']>[0]): Promise<void> {
  const isOver = deadline();
  while (!app.snapshot().matches(value) && !isOver()) {
    await new Promise((done) => setTimeout(done, 100));
    await app.wait();
  }
  app.at(value);
}

/** Waits until the app shows an order in one of these statuses. The rail needs time, which passes meanwhile. */
export async function until({ app, lender }: Stage, ...statuses: readonly number[]): Promise<void> {
  const isShown = (): boolean => statuses.includes(app.snapshot().context.order?.status ?? -1);
  for (const isOver = deadline(); !isOver();) {
    if (isShown()) return;
    const [order] = (await lender.sandbox.state()).orders;
    if (order && statuses.includes(order.status)) {
      await app.wait();
      if (!isShown()) await app.send({ type: 'refresh.requested' });
    } else await new Promise((done) => setTimeout(done, 100));
  }
  const { value, context } = app.snapshot();
  throw new Error(
    `never came to status ${statuses.join(' or ')}; stands at ${JSON.stringify(value)}; problem ${JSON.stringify(context.problem)}`,
  );
}

export const untilMoneyArrived = (stage: Stage): Promise<void> => until(stage, STATUS.repaying);

/** Chooses an amount to pay and waits for the prompt on the phone. @param part null: the whole debt. */
export async function askToPay(stage: Stage, part: number | null, requestId: string): Promise<void> {
  const { app } = stage;
  if (app.snapshot().matches({ places: { tabs: 'home' } })) await app.send({ type: 'order.opened' });
  app.at({ places: { repay: { repayDetail: 'choosing' } } });
  const amount = part ?? loadedOf('repayment', app.snapshot().context.repayment).balance.settleToday;
  await app.send({ type: 'repayment.amountChosen', amount, channel: 'mpesa', requestId });
}

/** Answers the prompt, then waits for polls until the app has the result. */
export async function answerPrompt({ app, lender }: Stage, answer: 'pin' | 'cancel'): Promise<void> {
  const [prompt] = (await lender.sandbox.state()).prompts;
  if (!prompt) throw new Error('no prompt reached the phone');
  await lender.sandbox.do(`/prompts/${prompt.id}`, answer === 'pin' ? { pin: PIN } : { cancel: true });
  for (const isOver = deadline(); !isOver() && app.snapshot().matches({ places: { repay: { cashier: 'waiting' } } });) {
    await new Promise((done) => setTimeout(done, 100));
    await app.wait();
  }
}
