/** A message to the lender through the real page: typed, interrupted, sent with a picture, answered at the desk, and the account closed. */
import { expect, it } from 'vitest';
import { specimens } from '#server/simulation/specimens/specimen.ts';
import { setBrowserFixture } from './browserFixture.ts';
import { storedText } from './storedText.ts';
import { clerkOf } from '#tests/support/testClerks.ts';

const fixture = setBrowserFixture();

it('feedback: a closed web view keeps the text, a picture is sent along, the answer shows a dot, and the account can be closed', async () => {
  const { lender } = fixture;
  const mobile = fixture.newMobile();
  const phone = lender.phone();
  await phone.signIn(mobile);
  const { basicInfo } = await phone.call('getUserInfo', {});
  const session = { token: phone.token ?? '', userId: basicInfo.userId, mobile };
  const { page, errors } = await fixture.open({ hash: '#/feedback/add_feedback', shell: { session } });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  await heading('Write to us');
  await page.getByRole('radio', { name: 'I repaid and it does not show' }).check();
  await page.getByRole('textbox', { name: 'What happened?' }).fill('I paid on');
  // Closed in the middle of a sentence, and opened again.
  await page.reload();
  await heading('Write to us');
  const text = page.getByRole('textbox', { name: 'What happened?' });
  await expect.poll(() => text.inputValue()).toBe('I paid on');
  expect(await page.getByRole('radio', { name: 'I repaid and it does not show' }).isChecked()).toBe(true);

  await button('Send').click();
  await page.getByRole('link', { name: /^The description cannot be less than \d+ characters$/ }).waitFor();
  await text.fill('I paid on Monday and my loan does not show it.');
  await page.getByRole('radio', { name: 'Any time' }).check();
  const buffer = await specimens.back({ number: '12345678', name: 'AMINA WANJIKU', birthday: '1992-03-15' });
  await page.getByLabel('Add a picture').setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByText('Picture 1, sent').waitFor();
  await button('Send').click();
  await heading('Your message was sent');
  await page.getByRole('link', { name: 'Open the message' }).click();
  await heading('Your message');
  await page.getByText('1 picture', { exact: true }).waitFor();

  // A correction, closed in the middle and opened again.
  await button('Change what you wrote').click();
  const correction = page.getByRole('textbox', { name: 'Change what you wrote' });
  await correction.fill('I paid on Monday at nine and my loan does not show');
  await page.reload();
  await heading('Your message');
  await button('Change what you wrote').click();
  await expect.poll(() => correction.inputValue()).toBe('I paid on Monday at nine and my loan does not show');
  await button('Save the change').click();
  await page.getByRole('list', { name: 'Messages' }).getByText('I paid on Monday at nine and my loan does not show').waitFor();

  const clerk = clerkOf(lender, 'support');
  const [waiting] = await clerk.waiting('messages');
  await clerk.act(waiting?.caseId ?? '', { name: 'answer', words: 'Which number did you pay from?', next: 'ask' });
  await button('Back').click();
  await page.getByText('1 message waits for your reply.').waitFor();
  await button('Back').click();
  await page
    .getByRole('link', { name: /Your messages/ })
    .getByRole('img', { name: 'You have a new answer' })
    .waitFor();
  await page.getByRole('link', { name: /Your messages/ }).click();
  await page.getByRole('link', { name: /I repaid and it does not show/ }).click();
  await page.getByText('Which number did you pay from?').waitFor();
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('From this one.');
  await page.reload();
  await expect.poll(() => reply.inputValue()).toBe('From this one.');
  await button('Send reply').click();
  await page.getByRole('list', { name: 'Messages' }).getByText('From this one.').waitFor();
  expect((await phone.call('feedbackRedDot', {})).unread).toBe(false);

  await page.evaluate(() => (window.location.hash = '#/cancellation_form'));
  await heading('Close my account');
  await button('Close my account').click();
  await page.getByText('Choose exactly one reason').first().waitFor();
  const reason = page.getByRole('radio', { name: 'It costs too much' });
  await reason.check();
  await page.reload();
  await expect.poll(() => reason.isChecked()).toBe(true);
  await button('Close my account').click();
  await heading('Close it for good?');
  await button('Close for good').click();
  await page.getByText('Your account is closed.').waitFor();
  expect(await storedText(page)).not.toContain(session.token);
  expect(await phone.call('existsByMobile', { mobile })).toEqual({ exists: false });
  expect(errors).toEqual([]);
});
