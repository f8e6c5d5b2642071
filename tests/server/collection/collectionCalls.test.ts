/** Data of the phone over the wire: the desk requests, the borrower agrees, the shell uploads. An ended session can do neither. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { DATA_KINDS } from '#machines/model/collection.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { givenEverything, type Applicant } from '#tests/support/applying.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { GOOD_ANSWERS } from '#tests/support/lendingFixture.ts';
import { approve } from '#tests/support/testClerks.ts';

let lender: TestLender;
let one: Applicant;
let numbers = 711_000_000;

beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender.stop());
beforeEach(async () => {
  one = await givenEverything(lender, `254${++numbers}`);
});
const upload = async (address: string, kind: string, token: string): Promise<number> => {
  const response = await fetch(`${lender.url}${address}/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '[{"name":"Mary"}]',
  });
  return ((await response.json()) as { code: number }).code;
};

it('collection, default: nothing is requested', async () => {
  const { phone, orderNo } = one;
  expect(await phone.call('timeUploadEnable', { orderNo })).toEqual({ enableTimeSdk: false, upload: null });
  const off = Object.fromEntries(DATA_KINDS.map((kind) => [kind, false]));
  expect(await phone.call('timeUploadStatus', { orderNo })).toEqual({ ...off, consents: {}, status: null, held: [], deletedBy: null });
  expect(await phone.call('devicePackageList', { orderNo })).toEqual({ packages: [] });
  expect((await phone.call('latestOrder', {})).order?.collection).toBeNull();
});

it('collection, uploaded with consent: is deleted when the application is decided', async () => {
  const { phone, orderNo } = one;
  await lender.sandbox.do(`/orders/${orderNo}/collection`, { kinds: ['contact', 'appList'] });
  expect(await phone.call('timeUploadEnable', { orderNo })).toEqual({ enableTimeSdk: true, upload: null });
  expect(await phone.call('timeUploadStatus', { orderNo })).toMatchObject({
    contact: true,
    appList: true,
    sms: false,
    consents: { contact: null, appList: null },
  });
  await phone.call('timeUploadStatus', { orderNo, consents: { contact: true, appList: false } });
  const { upload: grant } = await phone.call('timeUploadEnable', { orderNo });
  expect(grant?.kinds).toEqual(['contact']);
  expect(await upload(grant!.address, 'contact', grant!.token)).toBe(CODE.ok);
  expect(await upload(grant!.address, 'appList', grant!.token)).toBe(CODE.orderRefused);
  expect(await upload(grant!.address, 'fingerprints', grant!.token)).toBe(CODE.unknownPath);
  expect(await upload(grant!.address, 'contact', 'guess')).toBe(CODE.tokenInvalid);
  await phone.call('timeUploadStatus', { orderNo, status: 0 });
  const deskSees = async () => (await lender.sandbox.state()).orders.find((order) => order.orderNo === orderNo)?.collection;
  expect(await deskSees()).toEqual({
    asked: ['contact', 'appList'],
    agreed: ['contact'],
    refused: ['appList'],
    held: ['contact'],
    status: 0,
  });
  await phone.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS });
  await approve(lender, orderNo);
  expect(await deskSees()).toMatchObject({ held: [] });
  expect((await phone.call('latestOrder', {})).order?.collection).toMatchObject({ status: 0, held: [] });
});

it('collection, every kind refused: the application is approved like any other', async () => {
  const { phone, orderNo } = one;
  await lender.sandbox.do(`/orders/${orderNo}/collection`, { kinds: [...DATA_KINDS] });
  await phone.call('timeUploadStatus', { orderNo, consents: Object.fromEntries(DATA_KINDS.map((kind) => [kind, false])) });
  await phone.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS });
  // The application has no photo of a card, so a person decides.
  await approve(lender, orderNo);
  expect((await phone.call('latestOrder', {})).order?.status).toBe(STATUS.confirm);
});

it('package list: is empty without consent', async () => {
  const { phone, orderNo } = one;
  await lender.sandbox.do(`/orders/${orderNo}/collection`, { kinds: ['appList'] });
  await phone.call('timeUploadStatus', { orderNo, consents: { appList: true } });
  expect((await phone.call('devicePackageList', { orderNo })).packages.length).toBeGreaterThan(0);
});

it.each([{ consents: { contact: 'yes' } }, { consents: { fingerprints: true } }, { consents: [] }, { status: 2 }])(
  'data request answered with %o: it is refused and changes nothing',
  async (wrong) => {
    const { phone, orderNo } = one;
    await expect(phone.call('timeUploadStatus', { orderNo, ...wrong } as never)).rejects.toMatchObject({ code: CODE.invalidField });
  },
);

it('sandbox clock, a week after the rejection: the applicant’s data is deleted', async () => {
  const { phone, orderNo } = one;
  await phone.call('cancelDrawMoney', { orderNo });
  expect(Object.keys((await phone.call('getUserInfo', {})).sections)).not.toEqual([]);
  await lender.sandbox.advance(7 * DAY);
  expect((await phone.call('getUserInfo', {})).sections).toEqual({});
});

it('collection, two devices: the older session gets loggedInElsewhere from every call, the newer continues', async () => {
  const { phone: older, orderNo, session } = one;
  await lender.sandbox.advance(10 * MINUTE);
  const newer = lender.phone();
  await newer.signIn(session.mobile);
  const elsewhere = { code: CODE.loggedInElsewhere, message: 'The account is logged in from another device' };
  const asked = await Promise.allSettled([
    older.call('latestOrder', {}),
    older.call('getUserInfo', {}),
    older.call('orderList', {}),
    older.call('timeUploadStatus', { orderNo, status: 0 }),
    older.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS }),
    older.call('bindBankCard', { orderNo, values: {} }),
    older.call('uploadIdFront', { orderNo }, { files: { file: new Blob(['x']) } }),
    older.call('getMoney', { orderNo, agreementVersion: 'v', sent: 1, owed: 1 }),
  ]);
  expect(asked.map((end) => (end.status === 'rejected' ? end.reason : 'answered'))).toEqual(asked.map(() => elsewhere));
  expect((await newer.call('latestOrder', {})).order).toMatchObject({ orderNo, status: STATUS.question });
});
