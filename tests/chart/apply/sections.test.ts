/** The sections of an application: forms, sheets, photos, the payout account. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import type { SectionName } from '#machines/model/application.ts';
import type { JourneyEvent } from '#machines/journey.machine.ts';
import { STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import type { RouteTarget } from '#machines/routes.ts';
import { homeWith, orderIn, session } from '../../paths/lenderSamples.ts';
import { identity } from '#screens/samples.ts';
import { asBorrower, asVisitor, noAnswer, refusal, type Journey } from '../chartDriver.ts';

interface Form {
  place: RouteTarget;
  status: OrderStatus;
  next: OrderStatus;
  nextPlace: string;
  submitted: JourneyEvent;
  call: string;
  /** Input of the call beside order and values: the version that the borrower changed. */
  version?: object;
}

const values = { field: 'typed' };
const FORMS: readonly Form[] = [
  {
    place: '#personalInfo',
    status: STATUS.basicInfo,
    next: STATUS.addition,
    nextPlace: 'additionalInfo.editing',
    submitted: { type: 'personalInfo.submitted', values },
    call: 'savePersonalInfo',
    version: { basedOn: null },
  },
  {
    place: '#additionalInfo',
    status: STATUS.addition,
    next: STATUS.identityOcr,
    nextPlace: 'idPhotos.comparing',
    submitted: { type: 'additionalInfo.submitted', values },
    call: 'saveAdditionalInfo',
    version: { basedOn: null },
  },
  {
    place: '#bankAccount',
    status: STATUS.bindCard,
    next: STATUS.question,
    nextPlace: 'loanQuestion.editing',
    submitted: { type: 'bankAccount.submitted', values },
    call: 'bindAccount',
  },
];

const filling = async ({ place, status }: Form) => (await asBorrower(orderIn(status))).open(place);
const key = (form: Form) => form.place.slice(1);

describe.each(FORMS.map((form) => [key(form), form] as const))('When the form %s is being filled in', (name, form) => {
  it('form, sheet open: the sheet stays until something is picked', async () => {
    const journey = (await filling(form)).send({ type: 'picker.opened', field: 'state' });
    expect(journey.at).toBe(`${name}.picking`);
    expect(journey.is('sheet')).toBe(true);
    expect(journey.context.picker).toEqual({ field: 'state' });
    expect(journey.send({ type: 'picker.confirmed', field: 'state', value: '3' }).at).toBe(`${name}.editing`);
    expect(journey.context.picker).toBeNull();
  });

  it.each([{ type: 'back.requested' }, { type: 'picker.cancelled' }] as const)(
    'form, sheet open, $type: the sheet closes and nothing else',
    async (event) => {
      const journey = (await filling(form)).send({ type: 'picker.opened', field: 'state' }, event);
      expect(journey.at).toBe(`${name}.editing`);
      expect(journey.context.picker).toBeNull();
    },
  );

  it('form, sheet open, link followed: the sheet closes too', async () => {
    const journey = (await filling(form)).send({ type: 'picker.opened', field: 'state' }).open('#home');
    expect(journey.at).toBe('home.shown');
    expect(journey.context.picker).toBeNull();
  });

  it('form: what was typed is kept, also through Back, a failed save and a link', async () => {
    const journey = await filling(form);
    journey.send({ type: 'draft.saved', section: name as SectionName, values }, form.submitted);
    await journey.fail(form.call, noAnswer);
    journey.open('#home').open(form.place);
    expect(journey.context.drafts[name as SectionName]?.values).toEqual(values);
  });
});

describe.each(FORMS.map((form) => [key(form), form] as const))('When the form %s is being saved', (name, form) => {
  const saving = async () => (await filling(form)).send(form.submitted);

  it('form being saved: the lender gets what was typed, for this order', async () => {
    expect((await saving()).inputOf(form.call)).toEqual({ orderNo: 'order-1', values, ...form.version });
  });

  it('form being saved: the screen is covered, and neither Back nor a link leads away', async () => {
    const journey = (await saving()).send({ type: 'back.requested' }).open('#home').send(form.submitted);
    expect(journey.at).toBe(`${name}.saving`);
    expect(journey.is('overlay')).toBe(true);
    expect(journey.calls).toEqual([form.call]);
  });

  it('form saved: the next step follows the status that the lender answers', async () => {
    const journey = await saving();
    await journey.answer(form.call, orderIn(form.next));
    expect(journey.at).toBe(form.nextPlace);
    expect(journey.context.problem).toBeNull();
  });

  it.each([
    ['nothing is heard', noAnswer],
    ['a field is wrong', { ...refusal(CODE.invalidField), fields: { field: 'Please check' } }],
  ])('form being saved, %s: the form is back with the reason', async (_, problem) => {
    const journey = await saving();
    await journey.fail(form.call, problem);
    expect(journey.at).toBe(`${name}.editing`);
    expect(journey.context.problem).toEqual(problem);
  });

  it('form being saved, application closed meanwhile: home is shown with the lender’s words', async () => {
    const journey = await saving();
    await journey.fail(form.call, refusal(CODE.orderRefused, 'This application was closed'));
    expect(journey.context.notice).toEqual({ key: 'orderMoved', message: 'This application was closed' });
    await journey.answer('loadHome', homeWith(orderIn(STATUS.cancel)));
    expect(journey.at).toBe('home.shown');
    expect(journey.context.order?.status).toBe(STATUS.cancel);
  });
});

describe('When a visitor types', () => {
  it('visitor who types: nothing is kept', async () => {
    expect((await asVisitor()).send({ type: 'draft.saved', section: 'personalInfo', values }).context.drafts).toEqual({});
  });
});

describe('When something went wrong on one step', () => {
  it('problem on one step: the step before does not show it', async () => {
    const journey = (await asBorrower(orderIn(STATUS.addition))).open('#additionalInfo').send({ type: 'additionalInfo.submitted', values });
    await journey.fail('saveAdditionalInfo', refusal(CODE.invalidField));
    expect(journey.send({ type: 'back.requested' }).at).toBe('personalInfo.editing');
    expect(journey.context.problem).toBeNull();
  });

  it('problem at home: the next page does not show it', async () => {
    const journey = (await asBorrower()).send({ type: 'refresh.requested' });
    await journey.fail('refreshHome', noAnswer);
    expect(journey.context.problem).toEqual(noAnswer);
    expect(journey.send({ type: 'application.opened' }).at).toBe('toBorrow.loadingMarket');
    expect(journey.context.problem).toBeNull();
  });
});

describe('When a contact is picked from the phone book', () => {
  const picking = async () =>
    (await asBorrower(orderIn(STATUS.addition))).open('#additionalInfo').send({ type: 'contact.pickRequested', index: 2 });

  it('contact picked from the phone book: it goes into the draft beside the values typed before', async () => {
    const journey = (await asBorrower(orderIn(STATUS.addition))).open('#additionalInfo');
    journey.send(
      { type: 'draft.saved', section: 'additionalInfo', values: { companyName: 'Kiosk' } },
      { type: 'contact.pickRequested', index: 2 },
    );
    expect(journey.inputOf('pickContact')).toEqual({ index: 2 });
    await journey.answer('pickContact', { index: 2, contact: { name: 'Achieng', phone: '722000111' } });
    expect(journey.at).toBe('additionalInfo.editing');
    expect(journey.context.drafts.additionalInfo?.values).toEqual({
      companyName: 'Kiosk',
      emergencyContactName2: 'Achieng',
      emergencyContactMobile2: '722000111',
    });
  });

  it('phone book closed without a contact: nothing changes', async () => {
    const journey = await picking();
    await journey.answer('pickContact', { index: 2, contact: null });
    expect(journey.at).toBe('additionalInfo.editing');
    expect(journey.context.drafts).toEqual({});
  });

  it('phone book missing, no shell: the form says so and is typed', async () => {
    const journey = await picking();
    await journey.fail('pickContact', refusal(LOCAL.shellMissing, ''));
    expect(journey.at).toBe('additionalInfo.editing');
    expect(journey.context.problem?.code).toBe(LOCAL.shellMissing);
  });

  it('phone book asked for again: the last problem is cleared', async () => {
    const journey = await picking();
    await journey.fail('pickContact', refusal(LOCAL.shellRefused, ''));
    journey.send({ type: 'contact.pickRequested', index: 1 });
    expect(journey.context.problem).toBeNull();
    await journey.answer('pickContact', { index: 1, contact: { name: 'Achieng', phone: '722000111' } });
    expect(journey.context.problem).toBeNull();
  });

  it('phone book asked for, Back: the request is cancelled, and its late answer changes nothing', async () => {
    const journey = (await picking()).send({ type: 'back.requested' });
    expect(journey.at).toBe('additionalInfo.editing');
    expect(journey.calls).toEqual([]);
  });
});

describe('When photos are taken', () => {
  const noPhotos = { ...orderIn(STATUS.identityOcr), photos: { front: false, back: false, face: false } };
  const taking = async () => (await asBorrower(noPhotos)).open('#idPhotos');
  const take = (side: 'front' | 'back' | 'face'): JourneyEvent => ({ type: 'photo.taken', side, handle: `photo-of-${side}` });
  /** The upload ends. Once there is a photo of the front, the values that the lender read follow. */
  const arrives = async (journey: Journey): Promise<void> => {
    await journey.answer('uploadPhoto');
    if (journey.calls.includes('checkIdentity')) await journey.answer('checkIdentity', identity);
  };

  it('three photos taken in any order: they lead on', async () => {
    const journey = await taking();
    for (const side of ['face', 'front', 'back'] as const) {
      expect(journey.send(take(side)).inputOf('uploadPhoto')).toEqual({ orderNo: 'order-1', side, handle: `photo-of-${side}`, turn: null });
      await arrives(journey);
    }
    expect(journey.send({ type: 'identity.submitted' }).at).toBe('idPhotos.finishing');
    await journey.answer('finishPhotos', orderIn(STATUS.bindCard));
    expect(journey.at).toBe('bankAccount.editing');
  });

  it('photo being uploaded: the progress is known only while the upload runs', async () => {
    const journey = (await taking()).send(take('front'), { type: 'upload.progressed', sent: 5, total: 10 });
    expect(journey.context).toMatchObject({ uploaded: { sent: 5, total: 10 }, photos: { front: { is: 'uploading' } } });
    await journey.answer('uploadPhoto');
    expect(journey.context).toMatchObject({ uploaded: null, photos: { front: { is: 'clear' } } });
  });

  it('two photos taken: they are refused with the reason', async () => {
    const journey = await taking();
    for (const side of ['front', 'back'] as const) await arrives(journey.send(take(side)));
    expect(journey.send({ type: 'identity.submitted' }).at).toBe('idPhotos.waiting');
    expect(journey.context.problem?.code).toBe(LOCAL.photosMissing);
  });

  it('photo that failed: it keeps its picture and its reason, and the other photos stay', async () => {
    const journey = await taking();
    await arrives(journey.send(take('front')));
    await journey.send(take('back')).fail('uploadPhoto', refusal(CODE.photoUnreadable));
    expect(journey.context.photos).toEqual({
      front: { is: 'clear', handle: 'photo-of-front' },
      back: { is: 'failed', handle: 'photo-of-back', problem: refusal(CODE.photoUnreadable) },
      face: { is: 'missing' },
    });
  });

  it('photo being uploaded: neither Back nor a link leaves the page', async () => {
    const journey = (await taking()).send(take('front')).send({ type: 'back.requested' }).open('#home');
    expect(journey.at).toBe('idPhotos.uploading');
  });

  it('photos that the lender holds: they need not be taken again, also when only their answer was lost', async () => {
    const journey = await taking();
    await journey.send(take('front')).fail('uploadPhoto', noAnswer);
    await journey
      .open('#home')
      .send({ type: 'refresh.requested' })
      .answer('refreshHome', homeWith({ ...noPhotos, photos: { front: true, back: true, face: false } }));
    expect(journey.open('#idPhotos').context.photos).toEqual({
      front: { is: 'clear', handle: null },
      back: { is: 'clear', handle: null },
      face: { is: 'missing' },
    });
  });

  it('photos of a finished loan: they are not reused for the next one', async () => {
    const journey = await taking();
    for (const side of ['front', 'back', 'face'] as const) await arrives(journey.send(take(side)));
    await journey
      .open('#home')
      .send({ type: 'refresh.requested' })
      .answer('refreshHome', homeWith({ ...noPhotos, orderNo: 'order-2' }));
    expect(journey.open('#idPhotos').send({ type: 'identity.submitted' }).at).toBe('idPhotos.waiting');
  });
});

describe('When the payout account is bound', () => {
  it('payout account being bound: the code goes to the borrower’s own number', async () => {
    const journey = (await asBorrower(orderIn(STATUS.bindCard))).open('#bankAccount').send({ type: 'bankCode.requested' });
    expect(journey.inputOf('requestCode.bindCard')).toEqual({ mobile: '254712345678', purpose: 'bindCard' });
    await journey.answer('requestCode.bindCard', { againAt: 60_000 });
    expect(journey.context.payoutCodes.ownAgainAt).toBe(60_000);
    expect(journey.at).toBe('bankAccount.editing');
  });

  it('a code for another M-PESA number: it goes to that number, and each code has its own time until the next', async () => {
    const journey = (await asBorrower(orderIn(STATUS.bindCard))).open('#bankAccount').send({ type: 'bankCode.requested' });
    await journey.answer('requestCode.bindCard', { againAt: 60_000 });
    journey.send({ type: 'walletCode.requested', mobile: '0722 000 111', verificationCode: '123456' });
    expect(journey.at).toBe('bankAccount.sendingWalletCode');
    expect(journey.inputOf('requestCode.wallet')).toEqual({ mobile: '254722000111', purpose: 'bindCard', verificationCode: '123456' });
    await journey.answer('requestCode.wallet', { againAt: 90_000 });
    expect(journey.at).toBe('bankAccount.editing');
    expect(journey.context).toMatchObject({ payoutCodes: { ownAgainAt: 60_000, wallet: { mobile: '254722000111', againAt: 90_000 } } });
    journey.send({ type: 'walletCode.requested', mobile: '722000112', verificationCode: '123456' });
    expect(journey.context.payoutCodes.wallet).toEqual({ mobile: '254722000112', againAt: null });
  });

  it.each(['0712345678', '07220'])('a code for another M-PESA number, asked for %s: none is sent', async (mobile) => {
    const journey = (await asBorrower(orderIn(STATUS.bindCard)))
      .open('#bankAccount')
      .send({ type: 'walletCode.requested', mobile, verificationCode: '123456' });
    expect(journey.at).toBe('bankAccount.editing');
  });

  it('a code that cannot be sent: the problem is kept, and another one may be asked for', async () => {
    const journey = (await asBorrower(orderIn(STATUS.bindCard)))
      .open('#bankAccount')
      .send({ type: 'walletCode.requested', mobile: '722000111', verificationCode: '123456' });
    await journey.fail('requestCode.wallet', refusal(CODE.tooManyRequests));
    expect(journey.at).toBe('bankAccount.editing');
    expect(journey.context).toMatchObject({ problem: { code: CODE.tooManyRequests }, payoutCodes: { wallet: { againAt: null } } });
  });

  it('the code of the log-in was sent moments ago: no code of the account was sent yet', async () => {
    const visitor = (await asVisitor()).send({ type: 'application.opened' });
    await visitor.fail('askShellLogin', refusal(LOCAL.shellMissing));
    await visitor.send({ type: 'mobile.submitted', mobile: '0712345678' }).answer('findMobile', { exists: true });
    await visitor.answer('requestCode.login', { againAt: 60_000 });
    await visitor.send({ type: 'code.submitted', code: '123456' }).answer('logIn', session);
    expect(visitor.context.signIn.codeAgainAt).toBeNull();
  });

  it('payout failed, account corrected: the offer is shown', async () => {
    const journey = (await asBorrower(orderIn(STATUS.payFail))).send({ type: 'payoutAccount.opened' });
    expect(journey.at).toBe('bankAccount.editing');
    await journey.send({ type: 'bankAccount.submitted', values }).answer('bindAccount', orderIn(STATUS.getMoney));
    expect(journey.at).toBe('confirmBorrow.loading');
  });
});
