/** The sheets in which a borrower chooses, and the wheels of a date: by touch, by keyboard, by screen reader. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '#tests/support/chromium.ts';
import { arrived, drawn, holdAnimations } from '#tests/support/drawn.ts';
import { setLivePage } from './livePage.ts';

const live = setLivePage();
const { start, sent, draft, focused, button, press } = live;
let page: Page;
beforeAll(() => {
  page = live.page;
});

describe('open sheet', () => {
  const sheet = () => page.getByRole('dialog', { name: 'Marital status' });

  it('open sheet: it takes the focus, keeps it inside, and hides the page', async () => {
    await start('personalInfo', 'birthday chosen');
    await button(/^Marital status/).click();
    await sheet().waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Marital status');
    for (let i = 0; i < 8; i++) {
      await press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.querySelector('dialog')?.contains(document.activeElement),
        ),
      ).toBe(true);
    }
    expect(await page.getByRole('radiogroup', { name: 'Marital status' }).getByRole('radio').count()).toBe(4);
    const tree = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree');
    const spoken = tree.nodes.filter((node) => !node.ignored).map((node) => String(node.name?.value ?? ''));
    expect(spoken).toEqual(expect.arrayContaining(['Marital status', 'Single', 'Confirm']));
    expect(spoken).not.toContain('Continue');
    expect(spoken).not.toContain('First name');
  });

  it('open sheet, nothing chosen: no entry is preselected, and Confirm says that one is missing', async () => {
    await start('personalInfo', 'birthday chosen');
    await button(/^Marital status/).click();
    expect(await sheet().getByRole('radio', { checked: true }).count()).toBe(0);
    await button('Confirm').click();
    await sheet().getByText('Choose one first').waitFor();
  });

  it('open sheet, keyboard alone: opens, chooses and confirms, and the focus returns', async () => {
    await start('personalInfo', 'birthday chosen');
    await page.locator('#field-maritalStatus').focus();
    await press('Enter');
    await sheet().waitFor();
    await press('Tab', 'Tab', 'Tab', 'ArrowDown', 'ArrowUp', 'ArrowDown');
    await press('Shift+Tab', 'Enter');
    await sheet().waitFor({ state: 'detached' });
    expect(await focused()).toBe('field-maritalStatus');
    expect(await draft('personalInfo')).toMatchObject({ maritalStatus: 'married' });
  });

  it.each([
    ['Escape', () => press('Escape')],
    ['Cancel', () => button('Cancel').click()],
    ['press beside the sheet', () => page.mouse.click(180, 30)],
  ])('open sheet, %s: closes and changes nothing', async (_name, act) => {
    await start('personalInfo', 'filled');
    await button(/^Marital status/).click();
    await page.getByRole('radio', { name: 'Widowed' }).check();
    await act();
    await sheet().waitFor({ state: 'detached' });
    expect((await sent()).map((event) => event.type)).toEqual(['picker.opened', 'picker.cancelled']);
    expect(await focused()).toBe('field-maritalStatus');
    expect(await draft('personalInfo')).toMatchObject({ maritalStatus: 'married' });
  });

  it.each(['Date of birth', 'Marital status'])('open sheet, second press on %s: neither closes it nor chooses', async (field) => {
    await start('personalInfo', 'birthday chosen');
    // The second press comes while the sheet settles.
    const goOn = await holdAnimations(page);
    await button(new RegExp(`^${field}`)).dblclick();
    const opened = page.getByRole('dialog', { name: field });
    await opened.waitFor();
    await drawn(page);
    await goOn();
    await arrived(opened);
    expect((await sent()).map((event) => event.type)).toEqual(['picker.opened']);
    await page.mouse.click(180, 30);
    await opened.waitFor({ state: 'detached' });
  });

  it('open sheet: its field stays visible above it', async () => {
    await start('personalInfo', 'filled');
    await button(/^Marital status/).click();
    await sheet().waitFor();
    await arrived(sheet());
    await drawn(page);
    const gap = await page.evaluate(
      () =>
        (document.querySelector('dialog')?.getBoundingClientRect().top ?? 0) -
        (document.getElementById('field-maritalStatus')?.getBoundingClientRect().bottom ?? 0),
    );
    expect(gap).toBeGreaterThan(0);
  });

  it('open sheet, long list: the chosen entry is visible', async () => {
    await start('bankAccount', 'bank account');
    await button(/^Bank Equity/).click();
    const row = page.getByRole('radio', { name: 'Equity Bank Kenya Limited' });
    expect(await row.isChecked()).toBe(true);
    // The sheet slides in first.
    const bottom = async (): Promise<number> => row.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThan(PHONE.viewport.height);
    await page.evaluate(() => window.live?.start('bankAccount', 'empty'));
  });

  it('open sheet, long list: is half as high as the screen, and searched regardless of accents and marks', async () => {
    await start('personalInfo', 'filled');
    await button(/^Province/).click();
    await page.getByRole('radio', { name: 'Eastern', exact: true }).check();
    await button('Confirm').click();
    await button(/^District/).click();
    const districts = page.getByRole('dialog', { name: 'District' }).getByRole('radio');
    await page.getByLabel('Search').fill('MERU n');
    expect(await districts.count()).toBe(1);
    await page.getByLabel('Search').fill('zzz');
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('Search').fill('');
    expect(await districts.count()).toBe(13);
    expect(await sheetHeight()).toBeCloseTo(0.5, 1);
  });
});

const sheetHeight = (): Promise<number> =>
  page.evaluate(() => (document.querySelector('dialog')?.getBoundingClientRect().height ?? 0) / window.innerHeight);

it('paydays of a month: the list takes half a screen without a search, and the other payday is refused', async () => {
  await start('additionalInfo', 'paid twice a month');
  const choose = async (field: RegExp, day: string) => {
    await button(field).click();
    await page.getByRole('radio', { name: day, exact: true }).check();
    await button('Confirm').click();
  };
  await button(/^Payday/).click();
  expect(await sheetHeight()).toBeCloseTo(0.5, 1);
  expect(await page.getByLabel('Search').count()).toBe(0);
  await button('Cancel').click();
  await choose(/^Payday/, '15');
  await choose(/^Second payday/, '15');
  await page.getByText('Choose two different paydays').first().waitFor();
  expect(await draft('additionalInfo')).toMatchObject({ monthlyPayday: '15' });
  await choose(/^Second payday/, '28');
  expect(await draft('additionalInfo')).toMatchObject({ monthlyPayday: '15', monthlyPaydayTwo: '28' });
});

describe('sheet for a date', () => {
  const wheel = (name: string) => page.getByRole('listbox', { name });
  const selected = (name: string) => wheel(name).getByRole('option', { selected: true }).textContent();

  it('sheet for a date, arrow keys: turn the wheels, and the day follows a shorter month', async () => {
    await start('personalInfo', 'filled');
    await button(/^Date of birth/).click();
    expect([await selected('Day'), await selected('Month'), await selected('Year')]).toEqual(['15', 'Mar', '1992']);
    await wheel('Day').focus();
    await press('End');
    expect(await selected('Day')).toBe('31');
    await press('Tab', 'ArrowUp');
    expect([await selected('Day'), await selected('Month')]).toEqual(['29', 'Feb']);
    await press('Tab', 'ArrowDown');
    expect([await selected('Day'), await selected('Year')]).toEqual(['28', '1993']);
    await button('Confirm').click();
    expect(await draft('personalInfo')).toMatchObject({ inputBirthday: '28-02-1993' });
    await page.getByText('28 Feb 1993').waitFor();
  });

  it('sheet for a date, wheel turned by hand: chooses the row in the band', async () => {
    await start('personalInfo', 'filled');
    await button(/^Date of birth/).click();
    const inBand = () => wheel('Year').evaluate((element) => element.scrollTop / 48);
    expect(await inBand()).toBe(1992 - 1943);
    await wheel('Year').evaluate((element) => element.scrollTo(0, 48 * 10));
    await expect.poll(() => selected('Year')).toBe('1953');
  });

  it('sheet for a date of birth: 65 years are offered, the last of them 18 years ago', async () => {
    await start('personalInfo', 'filled');
    await button(/^Date of birth/).click();
    const years = await wheel('Year').getByRole('option').allTextContents();
    expect([years[0], years[years.length - 1], years.length]).toEqual(['1943', '2007', 65]);
  });
});
