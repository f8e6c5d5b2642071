/** The inspector with a population: opened, asked, played, kept over a reload, thrown away. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatePopulation } from '#tests/inspector/population/generatePopulation.ts';
import { storedRecordings } from '#tests/recording/journeys/storedRecordings.ts';
import { axeComplaints } from '#tests/support/axe.ts';
import { countWork } from '#tests/support/pageWork.ts';
import { DESKS, lyingOver, setInspector } from './inspectorPage.ts';

const COUNT = 120;
const inspector = setInspector();
let folder: string;
let file: string;
let page: Page;

const part = (name: string) => page.getByRole('group', { name: 'View of the journeys' }).getByRole('button', { name, exact: true }).click();
const openPopulation = () => page.getByRole('button', { name: 'Population', exact: true }).click();

beforeAll(async () => {
  const first = (await storedRecordings()).find(({ id }) => id === 'first-loan');
  if (!first) throw new Error('no first loan is stored');
  folder = await mkdtemp(join(tmpdir(), 'population-'));
  file = join(folder, 'lender.jsonl');
  const lines = [...generatePopulation(first.recording, { count: COUNT, seed: 5, until: Date.UTC(2026, 2, 31) })].map((one) =>
    JSON.stringify(one),
  );
  lines.splice(3, 0, '{"format": "nothing"}');
  await writeFile(file, lines.join('\n'));
  page = await inspector.open(DESKS[0], countWork);
  await openPopulation();
});
afterAll(async () => {
  await page.context().close();
  await rm(folder, { recursive: true });
});

describe('inspector, population', () => {
  it('inspector, population, nothing open: the page says what can be opened', async () => {
    await page.getByText(/^Open recordings of borrowers/).waitFor();
    expect(await axeComplaints(page)).toEqual([]);
  });

  it('inspector, population, file opened: is drawn on the chart, and lines that are no recording are named', async () => {
    await page.getByLabel('Recordings to open').setInputFiles(file);
    await page.getByText(`${COUNT} journeys`, { exact: true }).waitFor();
    await page.getByText('1 left out').click();
    await page.getByText('lender.jsonl, line 4: This file is not a recording of this app.').waitFor();
    await page.getByText('1 left out').click();
    await page.locator('.flow').first().waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: `Home: ${COUNT} journeys came, 0 were lost here` }).count()).toBe(1);
    expect(await axeComplaints(page)).toEqual([]);
  });

  it('title of a group: is drawn above the arrows', async () => {
    const parts = await page
      .locator('.chart--population')
      .evaluate((svg) => [...svg.querySelectorAll('.flow, text')].map((one) => (one.matches('.flow') ? 'arrow' : one.textContent)));
    expect(parts.indexOf('Application')).toBeGreaterThan(parts.lastIndexOf('arrow'));
  });

  it('page of the chart pressed with the keyboard: a card lists the outcomes of its journeys, and opens them', async () => {
    await page.getByRole('button', { name: /^Home: / }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: /^Personal information: / }).focus();
    await page.keyboard.press('Enter');
    const card = page.getByRole('complementary', { name: 'About the chosen page' });
    await card.getByRole('heading', { name: 'Personal information' }).waitFor();
    expect(await axeComplaints(page)).toEqual([]);
    await card.getByRole('button', { name: /: Personal information: went on$/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Personal information: went on' });
    await dialog.waitFor();
    expect(await axeComplaints(page)).toEqual([]);
    await dialog
      .getByRole('button', { name: /^Journey / })
      .first()
      .press('Enter');
    await page.getByText(/^Event \d+ of \d+$/).waitFor();
    await openPopulation();
    await page.getByText(`${COUNT} journeys`, { exact: true }).waitFor();
    // The list is still open, so that another of its recordings can be chosen.
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await card.getByRole('heading', { name: 'Personal information' }).waitFor();
  });

  it('number of lost journeys pressed: a recording opens at the step where the borrower was lost', async () => {
    const card = page.getByRole('complementary', { name: 'About the chosen page' });
    await card
      .getByRole('button', { name: /: Personal information: (gave up|ended in a problem)$/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Journey / })
      .first()
      .click();
    await page.getByText(/^Event [1-9]\d* of \d+$/).waitFor();
    // The page at this event, in the chart of one recording.
    await page.getByRole('button', { name: /^Personal information.*now/ }).waitFor({ timeout: 5000 });
    await openPopulation();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(`${COUNT} journeys`, { exact: true }).waitFor();
  });

  it('inspector, population, reloaded: the page, the filters and the opened journey are there again, and Back leads from the journey to the population', async () => {
    const pressed = (name: string) => page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed');
    const summary = () => page.getByText(/^\d+ of 120 journeys/).textContent();
    await page.getByLabel('Market').selectOption({ index: 1 });
    await page.getByLabel('Compare with').selectOption('releaseBefore');
    await part('Questions');
    await expect
      .poll(() => page.evaluate(() => location.hash))
      .toMatch(/^#population\/questions\?place=personalInfo&market=\w+&against=releaseBefore$/);
    const before = await summary();
    await page.reload();
    await page.getByText(`${COUNT} journeys`, { exact: true }).waitFor();
    await page.getByText('1 left out').waitFor();
    expect([await pressed('Questions'), await summary()]).toEqual(['true', before]);

    await page.getByRole('button', { name: /Lost journeys$/ }).click();
    const entry = page
      .getByRole('dialog')
      .getByRole('button', { name: /^Journey / })
      .first();
    const name = (await entry.locator('.entry__title').textContent()) ?? '';
    expect(await entry.textContent()).toMatch(/, (gave up|ended in a problem) at (?!Home)/);
    await entry.click();
    await page.getByText(/^Event [1-9]\d* of \d+$/).waitFor();
    expect(await page.locator('.chip--name:visible').textContent()).toBe(name);
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#population\/journey\/\d+\/[1-9]/);
    const event = await page.getByText(/^Event [1-9]\d* of \d+$/).textContent();
    for (const width of [1440, 1280, 1150, 1024]) {
      await page.setViewportSize({ width, height: DESKS[0].height });
      expect(await lyingOver(page), `${width} px wide`).toEqual([]);
    }
    await page.setViewportSize(DESKS[0]);
    await page.reload();
    await page.getByText(event ?? '', { exact: true }).waitFor();
    expect(await page.locator('.chip--name:visible').textContent()).toBe(name);
    await page.goBack();
    await page.getByText(`${COUNT} journeys`, { exact: true }).waitFor();
    expect([await pressed('Questions'), await summary()]).toEqual(['true', before]);
    await page.goForward();
    await page.getByText(event ?? '', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByText('120 of 120 journeys', { exact: true }).waitFor();
    await part('On the chart');
  });

  it('link to a journey that is not open: is answered with a message', async () => {
    await page.evaluate(() => void (location.hash = '#population/journey/999'));
    await page.getByRole('alert').getByText('The link asks for journey 999, and 120 are open.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('link to something that is not there, list of recordings open: the list is closed, so that the message is seen', async () => {
    await part('Questions');
    for (const [hash, message] of [
      ['#population/journey/999/1', 'The link asks for journey 999, and 120 are open.'],
      ['#nonsense/999', 'The link names "nonsense", and no recording here is called so. Choose one from the list.'],
    ] as const) {
      await page.getByRole('button', { name: /Lost journeys$/ }).click();
      await page.getByRole('dialog').waitFor();
      await page.evaluate((to) => void (location.hash = to), hash);
      await page.getByRole('alert').getByText(message).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    }
    await part('On the chart');
  });

  it('narrow window: no page of the population is wider than it', async () => {
    await page.setViewportSize({ width: 700, height: 800 });
    for (const name of ['On the chart', 'Questions', 'Application', 'What changed', 'Ways through']) {
      await part(name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(700);
    }
    await page.setViewportSize(DESKS[0]);
    await part('On the chart');
  });

  it('chart at any scale: has no text below 11 px; a state is found by its name, and the chart can be shown alone', async () => {
    const small = () =>
      page.locator('.chart--population text').evaluateAll((all) =>
        all
          .filter((one) => one.textContent !== '' && getComputedStyle(one).display !== 'none')
          .map((one) => ({
            text: one.textContent,
            px: parseFloat(getComputedStyle(one).fontSize) * ((one as SVGTextElement).getScreenCTM()?.a ?? 0),
          }))
          .filter(({ px }) => px < 10.99),
      );
    await page.getByRole('button', { name: 'Whole', exact: true }).click();
    for (let press = 0; press < 9; press++) {
      expect(await small()).toEqual([]);
      expect(await lyingOver(page), `${press} times zoomed in`).toEqual([]);
      await page.getByRole('button', { name: 'Zoom in' }).click();
    }
    await page.getByRole('button', { name: 'The chart alone' }).click();
    await page.getByRole('button', { name: 'Export as XES' }).waitFor({ state: 'hidden' });
    await page.getByPlaceholder('Find a state').fill('comparing, in photos');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByRole('heading', { name: 'Photos of your ID' }).waitFor();
    expect(await page.locator('[data-state="idPhotos"]').getAttribute('aria-pressed')).toBe('true');
    expect(await small()).toEqual([]);
    expect(await axeComplaints(page)).toEqual([]);
    await page.getByRole('button', { name: 'The chart alone' }).click();
    await page.getByRole('button', { name: 'Export as XES' }).waitFor();
  });

  it('inspector, population, slider moved: draws numbers and dots into the chart, and no component renders', async () => {
    await page.locator('.flow').first().waitFor({ state: 'attached' });
    const { moves, places, ways } = await page.evaluate(async () => {
      const chart = document.querySelector('.chart--population');
      const slider = document.querySelector<HTMLInputElement>('.population__player input');
      if (!chart || !slider) throw new Error('there is no chart');
      const observer = new MutationObserver(() => undefined);
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      const found = [];
      for (const value of [100, 200, 300, 301]) {
        const before = window.work.commits;
        slider.value = String(value);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        // React draws what an event changed before the next task.
        await Promise.resolve();
        const marks = observer
          .takeRecords()
          .map(({ target }) => target instanceof Element && target.closest('.population__moment, .population__player') !== null);
        found.push({ touched: marks.length, elsewhere: marks.filter((isMark) => !isMark).length, commits: window.work.commits - before });
      }
      return { moves: found, places: chart.querySelectorAll('[data-state]').length, ways: chart.querySelectorAll('.flow').length };
    });
    for (const { touched, elsewhere, commits } of moves) {
      expect([elsewhere, commits]).toEqual([0, 0]);
      // A number, a dot and the removal of each. A new element is one change: it is inserted with its attributes.
      expect(touched).toBeLessThan(4 * (places + ways));
    }
    expect(moves[3]?.touched, 'a small move touches little').toBeLessThan(20);
    expect(await page.locator('.there').count()).toBeGreaterThan(0);
  });

  it('slider moved: what changes is laid out by itself, and the chart is not', async () => {
    const browser = page.context().browser();
    if (!browser) throw new Error('the page has no browser');
    // The trace is read for what was laid out, not for a time.
    // oxlint-disable-next-line local/no-measured-time
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    await page.evaluate(async () => {
      const slider = document.querySelector<HTMLInputElement>('.population__player input');
      if (!slider) throw new Error('there is no slider');
      for (const value of [400, 500, 600]) {
        slider.value = String(value);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      }
    });
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: { name: string; args: { endData?: { layoutRoots: { nodeName: string }[] } } }[];
    };
    const laidOut = traceEvents.flatMap(({ name, args }) => (name === 'Layout' ? (args.endData?.layoutRoots ?? []) : []));
    expect([...new Set(laidOut.map(({ nodeName }) => nodeName))].sort()).toEqual(["DIV class='population__slider'", "svg class='chart'"]);
  });

  it('whole chart shown, window made smaller: the whole chart is still shown, and each folded group has the colour of its worst page', async () => {
    const tools = page.getByRole('group', { name: 'View of the chart' });
    await tools.getByRole('button', { name: 'Whole' }).click();
    const group = page.locator('.place--group').first();
    await group.waitFor();
    await page.getByText('A folded group has the colour of its worst page').waitFor();
    const words = await page.locator('.place--group.place--heavy > title, .place--group.place--some > title').allTextContents();
    expect(words.length).toBeGreaterThan(0);
    for (const one of words) expect(one).toMatch(/^.+: [\d.]+% of \d+ lost at .+/);

    const outside = () =>
      page.locator('.chart--population').evaluate((chart) => {
        const window = chart.getBoundingClientRect();
        const drawn = [...chart.querySelectorAll('.place')].map((place) => place.getBoundingClientRect());
        return drawn.filter(
          ({ left, right, top, bottom }) => left < window.left || right > window.right || top < window.top || bottom > window.bottom,
        ).length;
      });
    const widest = () => group.evaluate((element) => element.getBoundingClientRect().width);
    const before = await widest();
    expect(await outside()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(widest).toBeLessThan(before);
    expect(await outside()).toBe(0);
    await page.setViewportSize(DESKS[0]);
    await expect.poll(widest).toBeCloseTo(before, 1);
    expect(await outside()).toBe(0);
  });

  it('whole chart shown: the thinnest arrow can be seen', async () => {
    await page.getByRole('group', { name: 'View of the chart' }).getByRole('button', { name: 'Whole' }).click();
    await page.locator('.place--group').first().waitFor();
    const thinnest = await page.locator('.chart--population > svg').evaluate((svg) => {
      const scale = new DOMMatrix(getComputedStyle(svg).transform).a;
      return Math.min(...[...svg.querySelectorAll('.flow')].map((flow) => parseFloat(getComputedStyle(flow).strokeWidth) * scale));
    });
    expect(thinnest).toBeGreaterThan(0.74);
  });

  it('whole chart shown, slider moved: no dot lies over a name', async () => {
    const { dots, covered } = await page.evaluate(() => {
      const slider = document.querySelector<HTMLInputElement>('.population__player input');
      if (!slider) throw new Error('there is no slider');
      const names = [...document.querySelectorAll('.chart--population text')].map((text) => ({
        text: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      const over = new Set<string>();
      let count = 0;
      for (let value = 50; value <= 1000; value += 50) {
        slider.value = String(value);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        for (const dot of document.querySelectorAll('.traveller')) {
          const { left, right, top, bottom, width } = dot.getBoundingClientRect();
          if (width === 0) continue;
          count++;
          for (const { text, box } of names)
            if (left < box.right && right > box.left && top < box.bottom && bottom > box.top) over.add(text ?? '');
        }
      }
      return { dots: count, covered: [...over] };
    });
    expect(dots).toBeGreaterThan(10);
    expect(covered).toEqual([]);
  });

  it('questions, application, changes, ways: have answers, and nothing to complain of', async () => {
    await part('Questions');
    await page.getByText(/are lost, most at/).waitFor();
    expect(await axeComplaints(page)).toEqual([]);
    await part('Application');
    await page.getByRole('rowheader', { name: 'Sign in or Register' }).waitFor();
    expect(await axeComplaints(page)).toEqual([]);
    await part('What changed');
    await page.getByText(/^Choose above what to compare with/).waitFor();
    await page.getByLabel('Compare with').selectOption('releaseBefore');
    await page.getByText(/figures? differ|Nothing differs/).waitFor();
    await page.getByRole('button', { name: 'All figures' }).click();
    await page
      .getByRole('button', { name: /of \d+ \([\d.]+%\): .*, earlier releases$/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Journey / })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await axeComplaints(page)).toEqual([]);
    await part('Ways through');
    await page.getByText(/in every step/).waitFor();
    expect(await axeComplaints(page)).toEqual([]);
    await page.getByLabel('Compare with').selectOption('nothing');
  });

  it('Everyone pressed during a comparison: ends it, and the event log holds all journeys', async () => {
    const traces = async (): Promise<number> => {
      const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as XES' }).click()]);
      return (await readFile(await saved.path(), 'utf8')).split('<trace>').length - 1;
    };
    await page.getByLabel('Compare with').selectOption('releaseBefore');
    const chosen = await page.getByText(/^\d+ of 120 journeys: release 1\.2\.0, compared with \d+: earlier releases$/).textContent();
    expect(await traces()).toBe(parseInt(chosen ?? '', 10));
    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByText('120 of 120 journeys', { exact: true }).waitFor();
    expect(await page.getByLabel('Compare with').inputValue()).toBe('nothing');
    expect(await traces()).toBe(COUNT);
  });

  it('comparison with an empty population: every page says so', async () => {
    await page.getByLabel('Release').selectOption('=1.0.0');
    await page.getByLabel('Compare with').selectOption('releaseBefore');
    for (const name of ['On the chart', 'Questions', 'Application', 'What changed', 'Ways through']) {
      await part(name);
      const said = page.getByText('Earlier releases: no journey is there to compare with. Choose another comparison, or another period.');
      await said.waitFor();
      expect(await said.count(), name).toBe(1);
    }
    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByText(/no journey is there to compare with/).waitFor({ state: 'detached' });
  });

  it('inspector, population, filtered: only the matching journeys are counted', async () => {
    await part('Questions');
    const filters = page.getByRole('group', { name: 'Which journeys' });
    const height = () => filters.evaluate((bar) => bar.clientHeight);
    const before = await height();
    await page.getByLabel('Market').selectOption({ index: 2 });
    await page.getByRole('button', { name: 'Everyone' }).waitFor();
    expect(await height()).toBe(before);
    await expect.poll(() => page.getByText(/^\d+ of 120 journeys$/).textContent()).not.toBe('120 of 120 journeys');
    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByText('120 of 120 journeys', { exact: true }).waitFor();
  });

  it('list of more than sixty recordings: its button is one line high, and only the list scrolls', async () => {
    await part('Application');
    await page
      .getByRole('row', { name: /^Sign in or Register/ })
      .getByRole('button')
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const more = dialog.getByRole('button', { name: /^Show \d+ more$/ });
    await more.waitFor();
    expect((await more.boundingBox())?.height).toBeLessThan(40);
    expect(await dialog.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await part('Questions');
  });

  it('period that ends before it begins: only a message is shown', async () => {
    await page.getByLabel('From').fill('2026-03-20');
    await page.getByLabel('to', { exact: true }).fill('2026-03-10');
    await page.getByText('The period ends before it begins: it is from 2026-03-20 to 2026-03-10.').waitFor();
    expect(await page.getByText('No journey is lost.').count()).toBe(0);
    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByText('120 of 120 journeys', { exact: true }).waitFor();
  });

  it('opened file that is no recording: is named once, adds no source, and says what is expected', async () => {
    const input = page.getByLabel('Recordings to open');
    const source = await page.getByText('lender.jsonl', { exact: true }).textContent();
    const named = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await input.setInputFiles([named('empty.json', ''), named('list.json', '[{}]')]);
    await page.getByText('3 left out').click();
    await page.getByText(/^list\.json: This file holds a list .* one on each line/).waitFor();
    expect(await page.getByText('empty.json: This file is empty.').count()).toBe(1);
    expect(await page.getByText('lender.jsonl', { exact: true }).textContent()).toBe(source);
    await page.getByText('3 left out').click();
  });

  it('inspector, population, exported: the file is an event log', async () => {
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as XES' }).click()]);
    expect(saved.suggestedFilename()).toBe('journeys.xes');
  });

  it('lender without a session of the desk: says where to sign in', async () => {
    await page.getByRole('button', { name: 'From the lender' }).click();
    await page.getByRole('button', { name: 'Fetch' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('inspector, population, deleted: is still gone after a reload', async () => {
    const ask = page.getByRole('group', { name: 'Throw away?' });
    const asks = page.getByRole('button', { name: 'Throw away', expanded: false });
    const placeOf = () => page.getByRole('button', { name: 'Open files' }).boundingBox();
    const place = await placeOf();
    await page.getByRole('button', { name: 'From the lender' }).click();
    await asks.click();
    expect(await placeOf()).toEqual(place);
    // The number of journeys is not cut off when everything is open.
    const heading = page.getByText(`${COUNT} journeys`, { exact: true });
    expect(await heading.evaluate((strong) => (strong.parentElement?.clientWidth ?? 0) >= strong.scrollWidth)).toBe(true);
    await ask.getByText('Throw all 120 journeys away? Your files stay where they are.').waitFor();
    expect(await axeComplaints(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await ask.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(`${COUNT} journeys`, { exact: true }).waitFor();
    await asks.click();
    await ask.getByRole('button', { name: 'Throw away' }).click();
    await page.getByText(/^Open recordings of borrowers/).waitFor();
    await page.reload();
    await openPopulation();
    await page.getByText(/^Open recordings of borrowers/).waitFor();
    expect(await page.getByText('0 journeys', { exact: true }).count()).toBe(1);
  });
});
