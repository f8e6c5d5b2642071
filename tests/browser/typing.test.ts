/** The browser paints a letter before React draws the form. The field is right even so, and no letter is lost. */
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawn } from '#tests/support/drawn.ts';
import { setLivePage } from './livePage.ts';

const live = setLivePage();
let page: Page;
beforeAll(() => (page = live.page));

/** Types within one task, so that nothing is drawn in between. @returns the text of each field afterwards. */
const atOnce = (typed: readonly (readonly [field: string, text: string])[], andSend = false): Promise<string[]> =>
  page.evaluate(
    ([all, send]) => {
      const fields = all.map(([name, text]) => {
        const field = document.getElementById(`field-${name}`) as HTMLInputElement;
        field.focus();
        field.setSelectionRange(field.value.length, field.value.length);
        for (const letter of text) document.execCommand('insertText', false, letter);
        return field;
      });
      const standing = fields.map(({ value }) => value);
      if (send) fields[0]?.form?.requestSubmit();
      return standing;
    },
    [typed, andSend] as const,
  );

const value = (field: string): Promise<string> => page.locator(`#field-${field}`).inputValue();

describe('typed letter', () => {
  beforeEach(() => live.start('personalInfo', 'birthday chosen'));

  it('typed letter, valid: appears in the field at once; invalid: never appears', async () => {
    expect(await atOnce([['middleName', 'Ju1ma 9']])).toEqual(['Juma']);
    await page.getByText('Removed, because it is not allowed here: 9').waitFor();
    expect(await value('middleName')).toBe('Juma');
  });

  it('typed letter, number complete: further digits are dropped', async () => {
    expect(await atOnce([['whatsappNo', '07123456789']])).toEqual(['712 345 678']);
  });

  it('many letters before the next frame, in several fields: none is lost', async () => {
    const typed = [
      ['middleName', 'Wanjiru'],
      ['nationalId', '12345678'],
      ['whatsappNo', '712345678'],
    ] as const;
    expect(await atOnce(typed)).toEqual(['Wanjiru', '12345678', '712 345 678']);
    await page.locator('#field-whatsappNo').blur();
    await expect.poll(() => live.draft('personalInfo')).toMatchObject(Object.fromEntries(typed));
    for (const [field, text] of typed) expect((await value(field)).replace(/ /g, '')).toBe(text);
  });

  it('letter typed right before sending: is validated with the rest', async () => {
    await atOnce([['nationalId', '1234567']], true);
    await page.getByText('There is a problem').waitFor();
    expect(await page.getByRole('link', { name: /whatsapp/i }).count()).toBe(1);
    expect(await page.getByRole('link', { name: /national id/i }).count()).toBe(0);
    expect(await value('nationalId')).toBe('1234567');
  });

  it('typed letter, page rendered for another event first: stays', async () => {
    await atOnce([['middleName', 'Asha']]);
    await page.evaluate(() => {
      const field = document.getElementById('field-middleName') as HTMLInputElement;
      field.focus();
      document.execCommand('insertText', false, 'n');
      window.live?.happens({ type: 'network.changed', online: false });
      document.execCommand('insertText', false, 'i');
    });
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
    await drawn(page);
    expect(await value('middleName')).toBe('Ashani');
  });
});

describe('invalid character', () => {
  const NAME = 'middleName';

  /** Types with the caret this many letters before the end. */
  async function amid(field: string, text: string, before: number, typed: string): Promise<string> {
    await page.locator(`#field-${field}`).fill(text);
    for (let n = 0; n < before; n++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(typed);
    return value(field);
  }

  it('invalid character, in the middle of a text: is removed, and the cursor stays there', async () => {
    await live.start('personalInfo', 'birthday chosen');
    expect(await amid(NAME, 'Wanjiku', 4, 'x9yz')).toBe('Wanxyzjiku');
    expect(await amid('whatsappNo', '711000201', 4, '-5')).toBe('711 000 520');
    await live.start('additionalInfo', 'five contacts');
    expect(await amid('emergencyContactName1', 'Jane Doe', 3, '  x')).toBe('Jane xDoe');
  });

  it('invalid character, composed by an input method: is removed, and the word is there once', async () => {
    await live.start('personalInfo', 'birthday chosen');
    await page.locator(`#field-${NAME}`).fill('');
    const keyboard = await page.context().newCDPSession(page);
    const word = "Ng'ang'a";
    for (let end = 1; end <= word.length; end++) {
      await keyboard.send('Input.imeSetComposition', { text: word.slice(0, end), selectionStart: end, selectionEnd: end });
      await drawn(page);
    }
    await keyboard.send('Input.insertText', { text: word });
    await keyboard.detach();
    await expect.poll(() => value(NAME)).toBe('Nganga');
    await page.locator(`#field-${NAME}`).blur();
    await expect.poll(() => live.draft('personalInfo')).toMatchObject({ [NAME]: 'Nganga' });
  });

  it('invalid character: is named only when the field has removed it', async () => {
    await live.start('additionalInfo', 'five contacts');
    const note = page.getByText('Removed, because it is not allowed here');
    expect(await amid('emergencyContactName1', '', 0, ' Jane')).toBe('Jane');
    await drawn(page);
    expect(await note.count()).toBe(0);
  });
});

describe('mark that says Saved', () => {
  it('mark that says Saved, unsaved text: is hidden', async () => {
    await live.start('personalInfo', 'birthday chosen');
    const mark = page.getByText('Saved', { exact: true });
    await mark.waitFor();
    await atOnce([['middleName', 'Asha']]);
    await mark.waitFor({ state: 'detached' });
    await page.locator('#field-middleName').blur();
    await mark.waitFor();
  });

  it('mark that says Saved, field left before its last letter is drawn: is shown', async () => {
    await live.start('personalInfo', 'birthday chosen');
    await atOnce([['middleName', 'Asha']]);
    await page.getByText('Saved', { exact: true }).waitFor({ state: 'detached' });
    await page.evaluate(() => {
      document.execCommand('insertText', false, 'n');
      (document.activeElement as HTMLElement).blur();
    });
    await drawn(page);
    expect(await page.getByText('Saved', { exact: true }).count()).toBe(1);
    expect(await live.draft('personalInfo')).toMatchObject({ middleName: 'Ashan' });
  });
});

describe('typed text', () => {
  it('typed text, replaced later by a contact from the phone book: is valid again', async () => {
    await live.start('additionalInfo', 'five contacts');
    await atOnce([['emergencyContactName1', 'x']]);
    await page.evaluate(() => {
      if (window.live) window.live.phoneBook = { name: 'Grace Achieng', phone: '+254 733 000 111' };
    });
    await live
      .button(/contact 1/i)
      .first()
      .click();
    await expect.poll(() => value('emergencyContactName1')).toBe('Grace Achieng');
  });
});
