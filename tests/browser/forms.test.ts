/** The forms as a borrower fills them in: which values each form asks for, stores, refuses and sends. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCAL } from '#machines/model/codes.ts';
import { PHONE } from '#tests/support/chromium.ts';
import { drawn } from '#tests/support/drawn.ts';
import { png } from '#tests/support/photoBytes.ts';
import { setLivePage } from './livePage.ts';

const live = setLivePage();
const { start, sent, draft, focused, button, press } = live;
let page: Page;
beforeAll(() => {
  page = live.page;
});

describe('personal information', () => {
  it('personal information, refused attempt: the focus moves to the summary, and from there to the field', async () => {
    await start('personalInfo', 'empty');
    await button('Continue').click();
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
    await summary.waitFor();
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
    await summary.getByRole('link', { name: 'Enter your last name as it is on your ID' }).click();
    expect(await focused()).toBe('field-lastName');
    expect(await page.getByLabel('Last name').getAttribute('aria-invalid')).toBe('true');
    expect((await sent()).map((event) => event.type)).not.toContain('personalInfo.submitted');
  });

  it('personal information, wrong value: is marked at its field when the field is left, not before', async () => {
    await start('personalInfo', 'empty');
    const first = page.getByLabel('First name');
    await first.pressSequentially('Jo');
    await drawn(page);
    expect(await first.getAttribute('aria-invalid')).toBeNull();
    await first.blur();
    await page.getByText('Use at least 3 letters').waitFor();
    expect(await first.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').filter({ hasText: 'There is a problem' }).count()).toBe(0);
  });

  it('personal information, a marked field: is validated with every letter', async () => {
    await start('personalInfo', 'empty');
    const first = page.getByLabel('First name');
    await first.fill('Jo');
    await button('Continue').click();
    await page.getByRole('link', { name: 'Use at least 3 letters' }).waitFor();
    await first.press('End');
    await page.keyboard.type('n');
    await expect.poll(() => first.getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByRole('link', { name: 'Use at least 3 letters' }).count()).toBe(0);
  });

  it('personal information, field left empty: is marked where it is required, and nowhere else', async () => {
    await start('personalInfo', 'empty');
    const [middle, last] = [page.getByLabel('Middle name'), page.getByLabel('Last name')];
    await middle.focus();
    await last.focus();
    await last.blur();
    await page.getByText('Enter your last name as it is on your ID').waitFor();
    expect(await middle.getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByLabel('First name').getAttribute('aria-invalid')).toBeNull();
  });

  it('wrong number in a field, then one from the phone book: the mark disappears', async () => {
    await start('additionalInfo', 'filled');
    const mobile = page.getByLabel('Phone number of contact 1');
    await mobile.fill('7220');
    await mobile.blur();
    await page.getByText('Enter a phone number like 712 345 678 for contact 1').waitFor();
    await page.evaluate(() => {
      if (window.live) window.live.phoneBook = { name: 'Mama Njeri', phone: '0744000333' };
    });
    await button('Pick contact 1 from your phone').click();
    await expect.poll(() => mobile.inputValue()).toBe('744 000 333');
    await expect.poll(() => mobile.getAttribute('aria-invalid')).toBeNull();
  });

  it('birthday chosen after a failed attempt: the fields that appear are not marked yet', async () => {
    await start('personalInfo', 'empty');
    await button('Continue').click();
    await page.getByText('Select your date of birth').first().waitFor();
    await button(/^Date of birth/).click();
    await page.getByRole('dialog', { name: 'Date of birth' }).getByRole('button', { name: 'Confirm' }).click();
    const email = page.getByLabel('Email address');
    await email.waitFor();
    await drawn(page);
    expect(await email.getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByLabel('First name').getAttribute('aria-invalid'), 'a field of the attempt').toBe('true');
    await button('Continue').click();
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  });

  it('number of contact 2 typed for contact 1: is refused there, and not at contact 2', async () => {
    await start('additionalInfo', 'filled');
    const [first, second] = [page.getByLabel('Phone number of contact 1'), page.getByLabel('Phone number of contact 2')];
    await second.focus();
    await second.blur();
    await first.fill('0733 000 222');
    await first.blur();
    await page.getByText('This number is already used for contact 2. Choose another person').waitFor();
    expect(await second.getAttribute('aria-invalid')).toBeNull();
  });

  it('personal information, letter with an accent: becomes its base letter, without a note', async () => {
    await start('personalInfo', 'empty');
    const first = page.getByLabel('First name');
    await first.focus();
    await page.keyboard.insertText('Émĩle');
    await expect.poll(() => first.inputValue()).toBe('Emile');
    expect(await page.getByText('Removed, because').count()).toBe(0);
  });

  it('personal information, other fields marked after an attempt: a valid field is not marked while it is typed again', async () => {
    await start('personalInfo', 'filled');
    await page.getByLabel('Last name').fill('');
    await button('Continue').click();
    await page.getByRole('link', { name: 'Enter your last name as it is on your ID' }).waitFor();
    const email = page.getByLabel('Email address');
    await email.fill('amina');
    await drawn(page);
    expect(await email.getAttribute('aria-invalid')).toBeNull();
    await email.blur();
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  });

  it('personal information, a wrong value left by pressing a control below it: the message waits until the press is over', async () => {
    await start('personalInfo', 'empty');
    await page.getByLabel('Last name').fill('Jo');
    const below = page.getByRole('radio', { name: 'Female' });
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('label').filter({ has: below }).boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await drawn(page);
    expect(await page.getByText('Use at least 3 letters').count()).toBe(0);
    await page.mouse.up();
    expect(await below.isChecked()).toBe(true);
    await page.getByText('Use at least 3 letters').waitFor();
  });

  it('personal information, summary of errors: is below the title from its first line, whatever the height of the title', async () => {
    const [wide, size] = [page.viewportSize() ?? PHONE.viewport, '200%'];
    await start('additionalInfo', 'empty', 'es');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate((text) => void (document.documentElement.style.fontSize = text), size);
    await button('Continuar').click();
    const summary = page.getByRole('alert').filter({ has: page.getByRole('heading') });
    await summary.waitFor();
    await expect.poll(() => summary.evaluate((box) => document.activeElement === box)).toBe(true);
    const hidden = await summary.evaluate(
      (box) => (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) - box.getBoundingClientRect().top,
    );
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    await page.setViewportSize(wide);
    expect(hidden).toBeLessThanOrEqual(0);
  });

  it('name with invalid characters: keeps its letters, and the removed characters are named', async () => {
    await start('personalInfo', 'empty');
    await page.getByLabel('First name').pressSequentially("Ng'");
    await page.getByText("Removed, because it is not allowed here: '").waitFor();
    await page.keyboard.type('ang');
    expect(await page.getByLabel('First name').inputValue()).toBe('Ngang');
    expect(await page.getByText("Removed, because it is not allowed here: '").count(), 'one letter later nobody has read it').toBe(1);
    await page.getByLabel('Last name').pressSequentially('K');
    await drawn(page);
    expect(await page.getByText('taken out').count()).toBe(0);
  });

  it('number pasted in any format: becomes nine digits', async () => {
    await start('personalInfo', 'birthday chosen');
    for (const pasted of ['+254 712 345 678', '0712345678', '254712345678']) {
      await page.getByLabel('WhatsApp number').fill(pasted);
      expect(await page.getByLabel('WhatsApp number').inputValue()).toBe('712 345 678');
    }
  });

  it('personal information, field left: the draft is stored, and the page says so', async () => {
    await start('personalInfo', 'empty');
    expect(await page.getByText('Saved').count()).toBe(0);
    await page.getByLabel('Last name').fill('Wanjiku');
    await page.getByLabel('Last name').blur();
    await page.getByText('Saved').waitFor();
    expect(await draft('personalInfo')).toMatchObject({ lastName: 'Wanjiku' });
    await page.getByLabel('Last name').focus();
    await page.getByLabel('Last name').blur();
    expect((await sent()).filter((event) => event.type === 'draft.saved')).toHaveLength(1);
  });

  it('personal information, birthday confirmed: the fields behind it appear', async () => {
    await start('personalInfo', 'begun');
    expect(await page.getByText('Marital status').count()).toBe(0);
    await button(/^Date of birth/).click();
    await page.getByRole('dialog', { name: 'Date of birth' }).getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Marital status').waitFor();
    expect(await draft('personalInfo')).toMatchObject({ inputBirthday: '01-01-1995' });
  });

  it('district, no province chosen: cannot be opened, and a press shows the reason', async () => {
    await start('personalInfo', 'empty');
    // Playwright takes a button with `aria-disabled` for disabled, so the press is forced. A borrower can press it.
    await button(/^District/).click({ force: true });
    await page.getByRole('status').filter({ hasText: 'Select a province first' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await focused()).toBe('field-city');
    expect(await button(/^District/).getAttribute('aria-disabled')).toBe('true');
  });

  it('personal information, province changed: clears the district', async () => {
    await start('personalInfo', 'filled');
    await button(/^Province/).click();
    await page.getByRole('radio', { name: 'Coast' }).check();
    await button('Confirm').click();
    expect(await button(/^District/).textContent()).toContain('Select');
    expect(await draft('personalInfo')).toMatchObject({ state: 'coast', city: '' });
  });

  it('personal information, valid form: is sent as it is stored', async () => {
    await start('personalInfo', 'filled');
    await button('Continue').click();
    const event = (await sent()).find((one) => one.type === 'personalInfo.submitted');
    expect(event?.type === 'personalInfo.submitted' && event.values).toMatchObject({
      whatsappNo: '254712345678',
      email: 'amina.wanjiku@gmail.com',
    });
    await button('Sending').waitFor();
  });

  it('personal information, field refused by the lender: the message of the lender stands at the field', async () => {
    await start('personalInfo', 'refused by the lender');
    const link = page.getByRole('link', { name: 'Please enter the ID number' });
    await link.click();
    expect(await focused()).toBe('field-nationalId');
  });

  it('personal information, Enter: moves from field to field and submits on the last', async () => {
    await start('personalInfo', 'filled');
    await page.getByLabel('First name').focus();
    await press('Enter');
    expect(await focused()).toBe('field-middleName');
    await page.getByLabel('Address', { exact: true }).focus();
    await press('Enter');
    await button('Sending').waitFor();
  });
});

describe('additional information', () => {
  const pick = async (phoneBook: { name: string; phone: string } | null, n: number) => {
    await page.evaluate((contact) => {
      if (window.live) window.live.phoneBook = contact;
    }, phoneBook);
    await button(`Pick contact ${n} from your phone`).click();
  };

  it('contact picked from the phone book: fills name and number without the prefix', async () => {
    await start('additionalInfo', 'filled');
    await pick({ name: 'Mama Njeri', phone: '+254 744 000-333' }, 1);
    await expect.poll(() => page.getByLabel('Name of contact 1').inputValue()).toBe('Mama Njeri');
    expect(await page.getByLabel('Phone number of contact 1').inputValue()).toBe('744 000 333');
    expect(await draft('additionalInfo')).toMatchObject({ emergencyContactMobile1: '744000333' });
  });

  it('number of the other contact: is refused with the reason, and the contact stays', async () => {
    await start('additionalInfo', 'filled');
    await pick({ name: 'Grace again', phone: '0722000111' }, 2);
    await page.getByText('This number is already used for contact 1. Choose another person').first().waitFor();
    expect(await page.getByLabel('Name of contact 2').inputValue()).toBe('Peter Otieno');
    expect(await draft('additionalInfo')).toMatchObject({ emergencyContactName2: 'Peter Otieno', emergencyContactMobile2: '733000222' });
  });

  it('phone book closed: nothing changes', async () => {
    await start('additionalInfo', 'filled');
    await pick(null, 1);
    await expect.poll(() => page.getByLabel('Name of contact 1').inputValue()).toBe('Grace Achieng');
  });

  it('contact with the relationship of the other: is refused when it is confirmed', async () => {
    await start('additionalInfo', 'filled');
    await button(/^Relationship of contact 2/).click();
    await page.getByRole('radio', { name: 'Sibling' }).check();
    await button('Confirm').click();
    await page.getByText('Contacts 1 and 2 need different relationships').first().waitFor();
    expect(await draft('additionalInfo')).toMatchObject({ emergencyContactRelation2: 'friends' });
  });

  it('additional information, unemployed: the fields of work disappear', async () => {
    await start('additionalInfo', 'filled');
    await button(/^Employment/).click();
    await page.getByRole('radio', { name: 'Unemployed' }).check();
    await button('Confirm').click();
    await expect.poll(() => page.getByText('Industry').count()).toBe(0);
    expect(await draft('additionalInfo')).toMatchObject({ industryCategory: '', payFrequency: '', monthlyPayday: '', companyPhone: '' });
  });

  it('additional information, five contacts: are present, three of them collapsed', async () => {
    await start('additionalInfo', 'empty');
    expect(await page.getByLabel('Name of contact 3').isVisible()).toBe(false);
    await page.getByText('Add more contacts (optional)').click();
    for (const n of [3, 4, 5]) expect(await page.getByLabel(`Name of contact ${n}`).isVisible()).toBe(true);
  });
});

describe('payout account', () => {
  it('payout account, kind chosen: the fields of this kind are shown', async () => {
    await start('bankAccount', 'empty');
    await page.getByRole('radio', { name: 'M-PESA' }).check();
    expect(await page.getByLabel('Mobile number').isVisible()).toBe(true);
    await page.getByRole('radio', { name: 'Bank account' }).check();
    expect(await page.getByLabel('Mobile number').count()).toBe(0);
    expect(await page.getByLabel('Account number again').isVisible()).toBe(true);
  });

  it('payout account, M-PESA chosen: the registered number is filled in, and one code is needed', async () => {
    await start('bankAccount', 'empty');
    await page.getByRole('radio', { name: 'M-PESA' }).check();
    expect(await page.getByLabel('Mobile number').inputValue()).toBe('712 345 678');
    expect(await page.getByLabel(/^Verification code/).count()).toBe(1);
  });

  it('payout account opened with M-PESA known: the registered number is filled in, and nothing is stored before a change', async () => {
    await start('bankAccount', 'after a failed payout');
    expect(await page.getByLabel('Mobile number').inputValue()).toBe('712 345 678');
    await drawn(page);
    expect((await sent()).map(({ type }) => type)).not.toContain('draft.saved');
  });

  it('payout account, another M-PESA number: a second code with its own button and countdown is needed, and both are sent', async () => {
    await start('bankAccount', 'M-PESA');
    await page.getByLabel('Verification code', { exact: true }).fill('123456');
    await page.getByLabel('Mobile number').fill('0722000111');
    await page.getByText('we send a code to only one other number a day').waitFor();
    await button('Send a code to +254 722 000 111').click();
    await page.getByText('You can ask for another code in 0:42.').waitFor();
    expect(await button('Send me a code').count(), 'the other code has its own countdown').toBe(1);
    expect((await sent()).filter(({ type }) => type.endsWith('Code.requested'))).toEqual([
      { type: 'walletCode.requested', mobile: '722000111', verificationCode: '123456' },
    ]);
    await page.getByLabel('Verification code for the other number').fill('654321');
    await button('Continue').click();
    await button('Sending').waitFor();
    const event = (await sent()).find((one) => one.type === 'bankAccount.submitted');
    expect(event?.type === 'bankAccount.submitted' && event.values).toMatchObject({
      mobile: '254722000111',
      verificationCode: '123456',
      mobileVerificationCode: '654321',
    });
    expect(await draft('bankAccount')).not.toHaveProperty('mobileVerificationCode');
  });

  it('payout account, another M-PESA number changed again: the code for the earlier number is removed, the own code stays', async () => {
    await start('bankAccount', 'another M-PESA number');
    await page.getByLabel('Verification code', { exact: true }).fill('123456');
    await page.getByLabel('Verification code for the other number').fill('654321');
    await page.getByLabel('Mobile number').fill('0722000112');
    await button('Send a code to +254 722 000 112').waitFor();
    expect(await page.getByLabel('Verification code for the other number').inputValue()).toBe('');
    expect(await page.getByLabel('Verification code', { exact: true }).inputValue()).toBe('123456');
    await page.getByLabel('Mobile number').fill('0712345678');
    await expect.poll(() => page.getByLabel('Verification code for the other number').count()).toBe(0);
  });

  it('the code for another M-PESA number is refused: the summary leads to its field', async () => {
    await start('bankAccount', 'wrong code of another M-PESA number');
    await page.getByRole('alert').getByRole('link', { name: 'Invalid verification code' }).click();
    expect(await focused()).toBe('field-mobileVerificationCode');
    expect(await page.getByLabel('Verification code', { exact: true }).getAttribute('aria-invalid')).toBeNull();
  });

  it('payout account, code requested: the countdown is shown', async () => {
    await start('bankAccount', 'M-PESA');
    await page.getByText('We send a 6-digit code by SMS to +254 712 345 678.').waitFor();
    await button('Send me a code').click();
    await page.getByText('You can ask for another code in 0:42.').waitFor();
  });

  it('payout account, code refused by the lender: the message stands at its field, which the summary links', async () => {
    await start('bankAccount', 'wrong code');
    const link = page.getByRole('alert').getByRole('link', { name: 'Invalid verification code' });
    await link.click();
    expect(await focused()).toBe('field-verificationCode');
    expect(await page.getByLabel('Verification code').getAttribute('aria-invalid')).toBe('true');
  });

  it('repeated account number: is compared with the first, also when the first is corrected', async () => {
    await start('bankAccount', 'bank account');
    await page.getByLabel('Account number again').fill('0123456789013');
    await button('Continue').click();
    await page.getByRole('link', { name: 'The two account numbers are not the same' }).waitFor();
    await page.getByLabel('Account number', { exact: true }).fill('0123456789013');
    await expect.poll(() => page.getByLabel('Account number again').getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByRole('link', { name: 'Account number is inconsistent' }).count()).toBe(0);
  });

  it('payout account, code: is never stored with the draft', async () => {
    await start('bankAccount', 'M-PESA');
    await page.getByLabel('Verification code', { exact: true }).fill('123456');
    await page.getByLabel('Mobile number').fill('0722000111');
    await page.getByLabel('Mobile number').blur();
    expect(await draft('bankAccount')).toMatchObject({ mobile: '722000111' });
    expect(await draft('bankAccount')).not.toHaveProperty('verificationCode');
  });
});

describe('credit history', () => {
  const answer = async (question: RegExp, option: string) => {
    await button(question).click();
    await page.getByRole('radio', { name: option, exact: true }).check();
    await button('Confirm').click();
  };

  it('credit history: shows what to do before the first answer, while answering, and after sending too early', async () => {
    await start('loanQuestion', 'unanswered');
    await page.getByText('Start with the first question').waitFor();
    await page.getByText('0 of 11 answered').waitFor();
    await page.getByRole('group', { name: 'Did you miss a payment' }).getByRole('radio', { name: 'No' }).check();
    await page.getByText('Complete the credit history questionnaire').waitFor();
    await answer(/^How would you rate/, 'Good');
    await page.getByText('2 of 11 answered').waitFor();
    await button('Continue').click();
    const summary = page.getByRole('alert').filter({ hasText: 'Some questions are not answered yet' });
    expect(await summary.getByRole('link').count()).toBe(9);
  });

  it('credit history, all eleven answered: is sent', async () => {
    await start('loanQuestion', 'answered');
    await button('Continue').click();
    const event = (await sent()).find((one) => one.type === 'questionnaire.submitted');
    expect(event?.type === 'questionnaire.submitted' && Object.keys(event.values)).toHaveLength(11);
  });
});

it('proof of payment, other app opened meanwhile: keeps what was typed', async () => {
  await start('proofs', 'first');
  const receipt = page.getByLabel('M\u2011PESA receipt number');
  await receipt.fill('TBN1A2B3C4');
  await page.evaluate(() => window.live?.happens({ type: 'refresh.requested' }));
  expect(await receipt.inputValue()).toBe('TBN1A2B3C4');
});

describe('photos of the identity card', () => {
  const photo = { name: 'front.png', mimeType: 'image/png', buffer: png() };

  it('photo taken: its bytes stay outside the chart, and the next photo is asked for', async () => {
    await start('idPhotos', 'nothing taken');
    await page.locator('#photo-front').setInputFiles(photo);
    await page.getByText('Clear and readable').waitFor();
    const [event] = await sent();
    expect(event).toMatchObject({ type: 'photo.taken', side: 'front', handle: expect.stringMatching(/^photo-\d+$/) });
    await page.getByRole('img', { name: 'Your photo of the front' }).waitFor();
    await button('Photograph the back').waitFor();
  });

  it('file that is no picture: is refused at once with the reason', async () => {
    await start('idPhotos', 'nothing taken');
    await page.locator('#photo-front').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await page.getByText('This is not a photo that we can open. Take one, or choose a JPEG, PNG or WebP picture.').waitFor();
    expect((await sent()).map((event) => event.type)).toEqual(['photo.refused']);
  });

  it('existing photo chosen, also without a type: is taken', async () => {
    await start('idPhotos', 'nothing taken');
    const chooser = page.waitForEvent('filechooser');
    await page.getByText('Choose a photo you have').click();
    // A file input with `capture` would open the camera instead of the gallery.
    expect(await (await chooser).element().getAttribute('capture')).toBeNull();
    await (await chooser).setFiles({ ...photo, name: 'front', mimeType: '' });
    await page.getByText('Clear and readable').waitFor();
    expect((await sent()).map((event) => event.type)).toEqual(['photo.taken']);
  });

  it('photos of the card, all three taken: the next step opens', async () => {
    await start('idPhotos', 'all clear');
    await button('Continue').click();
    expect((await sent()).map((event) => event.type)).toEqual(['identity.submitted']);
  });

  it('large photo: is made smaller before it is sent; other file: is refused', async () => {
    const base64 = png(3200, 2000).toString('base64');
    const small = await page.evaluate(async (data) => {
      const bytes = await (await fetch(`data:image/png;base64,${data}`)).blob();
      const jpeg = await window.live?.shrink(bytes);
      if (!jpeg) throw new Error('nothing came back');
      const picture = await createImageBitmap(jpeg);
      return { type: jpeg.type, width: picture.width, height: picture.height };
    }, base64);
    expect(small).toEqual({ type: 'image/jpeg', width: 1600, height: 1000 });
    const refusalOf = (start: number[] | string, type: string): Promise<unknown> =>
      page.evaluate(
        ([bytes, kind]) =>
          window.live
            ?.shrink(new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type: kind }))
            .catch((problem: unknown) => problem),
        [start, type] as const,
      );
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="9" height="9"/></svg>';
    const gif = [...Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')];
    for (const [start, type] of [
      [drawing, 'image/svg+xml'],
      [gif, ''],
      ['%PDF', 'image/png'],
      ['words', ''],
    ] as const)
      expect(await refusalOf(start, type), String(start)).toEqual({ code: LOCAL.photoUnreadable, message: '' });
    expect(await refusalOf([0xff, 0xd8, 0xff, 0xe0], 'image/jpeg')).toEqual({ code: LOCAL.photoUnreadable, message: '' });
  });
});
