/** Short forms, such as a message to the lender or an amount: what each stores, refuses and sends. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '#machines/model/application.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { setLivePage } from './livePage.ts';

const live = setLivePage();
const { start, button } = live;
let page: Page;
beforeAll(() => {
  page = live.page;
});

const unsent = (about: string): Promise<Values> => page.evaluate((name) => window.live?.context().unsent[name] ?? {}, about);
const isMarked = async (field: Locator): Promise<boolean> => (await field.getAttribute('aria-invalid')) === 'true';

/** The last event of a type that was sent to the chart. */
async function lastSent<T extends JourneyEvent['type']>(type: T): Promise<Extract<JourneyEvent, { type: T }> | undefined> {
  const isOfType = (event: JourneyEvent): event is Extract<JourneyEvent, { type: T }> => event.type === type;
  return (await live.sent()).filter(isOfType).pop();
}

/** Types all letters within one task, so that nothing is painted in between. */
const typeAtOnce = (field: Locator, text: string): Promise<void> =>
  field.evaluate((control: HTMLInputElement | HTMLTextAreaElement, letters) => {
    control.focus();
    control.setSelectionRange(control.value.length, control.value.length);
    for (const letter of letters) document.execCommand('insertText', false, letter);
  }, text);

describe('new message', () => {
  const description = () => page.getByRole('textbox', { name: 'What happened?' });
  const contact = () => page.getByRole('textbox', { name: 'Phone number or email' });
  const RULE = 'The description cannot be less than 10 characters';

  it('new message, letters typed and the field not left: all of them are stored', async () => {
    await start('addFeedback', 'empty');
    await typeAtOnce(description(), 'I paid on Monday');
    expect(await description().inputValue()).toBe('I paid on Monday');
    await expect.poll(() => unsent('feedback')).toMatchObject({ description: 'I paid on Monday' });
  });

  it('picture stored while the borrower types: the next letter keeps it', async () => {
    await start('addFeedback', 'empty');
    await page.evaluate(() => window.live?.happens({ type: 'message.changed', about: 'feedback', values: { pictures: 'a1' } }));
    await typeAtOnce(description(), 'I paid');
    await expect.poll(() => unsent('feedback')).toMatchObject({ description: 'I paid', pictures: 'a1' });
  });

  it('new message, description left too short: shows the rule, until the letter that makes it long enough', async () => {
    await start('addFeedback', 'empty');
    await description().fill('Money?');
    expect(await isMarked(description())).toBe(false);
    await description().blur();
    await page.getByText(RULE).waitFor();
    await typeAtOnce(description(), ' None');
    await page.getByText(RULE).waitFor({ state: 'detached' });
    expect(await isMarked(description())).toBe(false);
  });

  it('new message, field left empty: shows its rule; a field that was not visited shows none', async () => {
    await start('addFeedback', 'empty');
    await description().focus();
    await description().blur();
    await page.getByText(RULE).waitFor();
    expect(await isMarked(contact())).toBe(false);
  });

  it('new message, submitted incomplete: the summary lists what is missing, each until it is right', async () => {
    await start('addFeedback', 'empty');
    await button('Send').click();
    const summary = page.getByRole('alert').filter({ hasText: 'Please check the marked fields' });
    await summary.getByRole('link', { name: RULE }).waitFor();
    await description().fill('I paid on Monday and it does not show');
    await summary.getByRole('link', { name: RULE }).waitFor({ state: 'detached' });
    await summary.getByRole('link', { name: 'Choose what it is about' }).waitFor();
    await page.getByRole('radio', { name: 'I repaid and it does not show' }).check();
    await summary.getByRole('link', { name: 'Choose what it is about' }).waitFor({ state: 'detached' });
  });

  it('new message, field refused by the lender: shows its words at the field until the next letter, and loses nothing', async () => {
    await start('addFeedback', 'written');
    await button('Send').click();
    await page.getByText('Nobody is reached there').first().waitFor();
    await expect.poll(() => isMarked(contact())).toBe(true);
    expect(await unsent('feedback')).toMatchObject({ contact: 'amina.wanjiku@gmail.com', pictures: 'a1 b2' });
    await typeAtOnce(contact(), 'x');
    await expect.poll(() => isMarked(contact())).toBe(false);
  });

  it('new message, sent again after a refusal: has the request id of the first press', async () => {
    await start('addFeedback', 'written');
    await button('Send').click();
    await page.getByText('Nobody is reached there').first().waitFor();
    const first = (await lastSent('feedback.submitted'))?.values['requestId'];
    expect(first).toBeTruthy();
    await typeAtOnce(contact(), 'x');
    await button('Send').click();
    await expect
      .poll(async () => (await lastSent('feedback.submitted'))?.values)
      .toMatchObject({
        contact: 'amina.wanjiku@gmail.comx',
        requestId: first,
      });
  });
});

describe('reply to a ticket', () => {
  const reply = () => page.getByRole('textbox', { name: 'Your reply' });
  const MISSING = 'Write your reply first';

  it('reply to a ticket, letters typed and the field not left: all of them are stored', async () => {
    await start('feedbackDetail', 'asked');
    await typeAtOnce(reply(), 'From 0712');
    await expect.poll(() => unsent('reply F7K2M9QX')).toMatchObject({ text: 'From 0712' });
  });

  it('reply to a ticket, emptied and left: shows that it is missing, until the next letter', async () => {
    await start('feedbackDetail', 'replying');
    await reply().fill('');
    await reply().blur();
    await page.getByText(MISSING).waitFor();
    await typeAtOnce(reply(), 'Y');
    await page.getByText(MISSING).waitFor({ state: 'detached' });
  });

  it('reply to a ticket, submitted empty: the chart refuses it, and the field shows why until the next letter', async () => {
    await start('feedbackDetail', 'asked');
    await button('Send reply').click();
    await page.getByText(MISSING).waitFor();
    await typeAtOnce(reply(), 'Y');
    await page.getByText(MISSING).waitFor({ state: 'detached' });
  });

  it('reply sent, in the message thread: the field is empty and nothing is unsent', async () => {
    await start('feedbackDetail', 'asked');
    await typeAtOnce(reply(), 'From this one.');
    await button('Send reply').click();
    await page.getByRole('list', { name: 'Messages' }).getByText('From this one.').waitFor();
    await expect.poll(() => reply().inputValue()).toBe('');
    expect(await unsent('reply F7K2M9QX')).toEqual({});
    expect(await isMarked(reply())).toBe(false);
  });
});

describe('correction of a ticket', () => {
  const words = () => page.getByRole('textbox', { name: 'Change what you wrote' });
  const RULE = 'The description cannot be less than 10 characters';

  it('correction of a ticket, opened and left as it was: nothing is stored', async () => {
    await start('feedbackDetail', 'correcting');
    await words().focus();
    await words().blur();
    expect(await unsent('correction F7K2M9QX')).toEqual({});
  });

  it('correction of a ticket, left too short: shows the rule and stores the text, until it is long enough', async () => {
    await start('feedbackDetail', 'correcting');
    await words().fill('Paid');
    await words().blur();
    await page.getByText(RULE).waitFor();
    expect(await unsent('correction F7K2M9QX')).toEqual({ description: 'Paid' });
    await typeAtOnce(words(), ' on Monday');
    await page.getByText(RULE).waitFor({ state: 'detached' });
  });

  it('correction of a ticket, saved right after the last letter: is sent with that letter', async () => {
    await start('feedbackDetail', 'correcting');
    await words().fill('Paid on Monda');
    await typeAtOnce(words(), 'y');
    await button('Save').click();
    await expect.poll(() => lastSent('ticket.corrected')).toMatchObject({ values: { description: 'Paid on Monday' } });
  });
});

describe('rating of a ticket', () => {
  it('rating of a ticket, chosen: is stored, and sent by its button', async () => {
    await start('feedbackDetail', 'done');
    expect(await button('Send the rating').count()).toBe(0);
    await page.getByRole('radio', { name: '4' }).check();
    expect(await unsent('rating F7K2M9QX')).toEqual({ rating: '4' });
    await button('Send the rating').click();
    expect(await lastSent('ticket.rated')).toMatchObject({ rating: 4 });
  });
});

describe('reason for leaving', () => {
  it('reason for leaving, none chosen and submitted: shows that one is missing, until it is chosen', async () => {
    await start('cancellationForm', 'withoutLoan');
    await button('Close my account').click();
    await page.getByText('Choose exactly one reason').first().waitFor();
    await page.getByRole('radio', { name: 'It costs too much' }).check();
    await page.getByText('Choose exactly one reason').waitFor({ state: 'detached' });
    expect(await unsent('cancellation')).toEqual({ reason: 'costs' });
  });

  it('reason for leaving, chosen, submitted and gone back: is still chosen', async () => {
    await start('cancellationForm', 'withoutLoan');
    await page.getByRole('radio', { name: 'It costs too much' }).check();
    await button('Close my account').click();
    await page.getByRole('heading', { level: 1, name: 'Close it for good?' }).waitFor();
    await button('Back').click();
    const chosen = page.getByRole('radio', { name: 'It costs too much' });
    await expect.poll(() => chosen.isChecked()).toBe(true);
  });
});

describe('bank card', () => {
  it('bank card, fields left with wrong values: each shows its rule, until it is right', async () => {
    await start('repayDetail', 'cardEntering');
    const [number, validTo] = [page.getByLabel('Card number'), page.getByLabel('Valid to')];
    await number.fill('4242');
    await validTo.fill('1324');
    await validTo.blur();
    await page.getByText('Enter the card number: 12 to 19 digits').waitFor();
    await expect.poll(() => isMarked(validTo)).toBe(true);
    await number.fill('4242 4242 4242 4242');
    await validTo.fill('0930');
    await expect.poll(async () => (await isMarked(number)) || (await isMarked(validTo))).toBe(false);
    expect(await validTo.inputValue()).toBe('09/30');
  });
});

describe('amount to pay', () => {
  it('amount to pay, left with what is no amount: shows the rule, until it is one', async () => {
    await start('repayDetail', 'choosing');
    await page.getByRole('radio', { name: /Another amount/ }).check();
    const amount = page.getByRole('textbox');
    await amount.fill('12.5');
    expect(await isMarked(amount)).toBe(false);
    await amount.blur();
    await expect.poll(() => isMarked(amount)).toBe(true);
    await amount.fill('1,000');
    await expect.poll(() => isMarked(amount)).toBe(false);
  });
});
