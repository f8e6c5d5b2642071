/**
 * A person without a pointer: Tab, Shift+Tab, arrows, Space, Enter, Escape and letters only. Controls are found by role and name
 * and reached by Tab, so a control that Tab does not reach fails the test.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More tab stops than any page has. */
const MOST_TABS = 120;

export interface Keyboard {
  page: Page;
  press: (...keys: string[]) => Promise<void>;
  /** Presses Tab until the control has a visible focus. @throws when it is not reached. */
  tabTo: (control: Locator, key?: 'Tab' | 'Shift+Tab') => Promise<void>;
  /** Waits for the screen, whose title must have the focus so that a screen reader reads it. */
  onScreen: (title: string) => Promise<void>;
  activate: (name: string | RegExp) => Promise<void>;
  type: (label: string, text: string) => Promise<void>;
  /** A radio group on the page. */
  choose: (group: string, option: string) => Promise<void>;
  /** Opens the sheet of a field, chooses, confirms; the focus comes back to the field. */
  pick: (label: string, option: string) => Promise<void>;
  pickDate: (label: string, date: { day: string; month: string; year: string }) => Promise<void>;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const hasFocus = (control: Locator): Promise<boolean> => control.evaluate((element) => element === document.activeElement);

/** Whether the focus is drawn around the control, its label or its row. */
const showsFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const around = [
      element,
      element.closest('label'),
      element.nextElementSibling,
      element.parentElement?.nextElementSibling,
      element.parentElement,
      element.closest('[class*="control"]'),
    ];
    return (
      element.matches(':focus-visible') &&
      around.some((each) => {
        if (!each) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      })
    );
  });

export function keyboardOf(page: Page): Keyboard {
  const press: Keyboard['press'] = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  const tabTo: Keyboard['tabTo'] = async (control, key = 'Tab') => {
    await control.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await hasFocus(control)) {
        expect(await showsFocus(control), `focus is seen on ${String(control)}`).toBe(true);
        return;
      }
      await press(key);
    }
    throw new Error(`${String(control)} was not reached with ${MOST_TABS} times ${key}`);
  };

  const onScreen: Keyboard['onScreen'] = async (name) => {
    const title = page.getByRole('heading', { level: 1, name, exact: true });
    await title.waitFor();
    await expect.poll(() => hasFocus(title), { message: `the focus on the title "${name}"` }).toBe(true);
  };

  const opener = (label: string): Locator => page.getByRole('button', { name: new RegExp(`^${escaped(label)}`) });

  /** @returns the sheet, whose title has the focus. */
  async function openSheet(label: string): Promise<Locator> {
    await tabTo(opener(label));
    await press('Enter');
    const sheet = page.getByRole('dialog', { name: label });
    await sheet.waitFor();
    expect(await hasFocus(sheet.getByRole('heading', { name: label })), `the focus on the title of the sheet "${label}"`).toBe(true);
    return sheet;
  }

  async function confirm(sheet: Locator, label: string): Promise<void> {
    await tabTo(sheet.getByRole('button', { name: 'Confirm' }), 'Shift+Tab');
    await press('Enter');
    await sheet.waitFor({ state: 'detached' });
    expect(await hasFocus(opener(label)), `the focus back on "${label}"`).toBe(true);
  }

  /** From the radio that Tab reaches down to this one. */
  async function arrowTo(radios: Locator, wanted: Locator): Promise<void> {
    await tabTo(radios.first());
    await press('Space');
    for (let steps = 0; !(await wanted.isChecked()); steps++) {
      if (steps > MOST_TABS) throw new Error(`${String(wanted)} was not reached with the arrow keys`);
      await press('ArrowDown');
    }
    expect(await showsFocus(wanted), `focus is seen on ${String(wanted)}`).toBe(true);
  }

  return {
    page,
    press,
    tabTo,
    onScreen,
    async activate(name) {
      await tabTo(page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }));
      await press('Enter');
    },
    async type(label, text) {
      const named = { name: label, exact: true };
      const input = page.getByRole('textbox', named).or(page.getByRole('combobox', named));
      await tabTo(input);
      await page.keyboard.type(text);
    },
    async choose(group, option) {
      const radios = page.getByRole('group', { name: group, exact: true }).getByRole('radio');
      await arrowTo(radios, page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name: option, exact: true }));
    },
    async pick(label, option) {
      const sheet = await openSheet(label);
      const search = sheet.getByRole('textbox', { name: 'Search' });
      if ((await search.count()) > 0) {
        await tabTo(search);
        await page.keyboard.type(option);
      }
      await arrowTo(sheet.getByRole('radio'), sheet.getByRole('radio', { name: option, exact: true }));
      await confirm(sheet, label);
    },
    async pickDate(label, date) {
      const sheet = await openSheet(label);
      for (const [wheel, wanted] of [
        ['Day', date.day],
        ['Month', date.month],
        ['Year', date.year],
      ] as const) {
        const column = sheet.getByRole('listbox', { name: wheel });
        await tabTo(column);
        const rows = await column.getByRole('option').allTextContents();
        const chosen = column.getByRole('option', { selected: true });
        for (let at = rows.indexOf((await chosen.textContent()) ?? ''); at !== rows.indexOf(wanted);) {
          const step = at < rows.indexOf(wanted) ? 1 : -1;
          await press(step > 0 ? 'ArrowDown' : 'ArrowUp');
          at += step;
          await column.getByRole('option', { name: rows[at] ?? '', exact: true, selected: true }).waitFor();
        }
      }
      await confirm(sheet, label);
    },
  };
}
