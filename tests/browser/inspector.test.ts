/** The inspector with a recording: steps, chart and player; by mouse and by keyboard alone. */
import { readdir, readFile } from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseRecording, type Recording } from '#src/recording/format.ts';
import { recordedWalk } from '#tests/inspector/randomRecordings.ts';
import { axeComplaints } from '#tests/support/axe.ts';
import { printFigures } from '#tests/support/console.ts';
import { drawn } from '#tests/support/drawn.ts';
import { countWork, workDone, type Work } from '#tests/support/pageWork.ts';
import { inTurn } from '#tests/support/effort.ts';
import { DESKS, lyingOver, setInspector } from './inspectorPage.ts';

const inspector = setInspector();
const { open, importRecording, phone, position, at } = inspector;
let page: Page;

/** Where the player's track is. px. */
async function placeOfTrack(): Promise<{ left: number; width: number; middle: number }> {
  const box = await page.getByRole('slider').boundingBox();
  if (!box) throw new Error('there is no track');
  return { left: box.x, width: box.width, middle: box.y + box.height / 2 };
}

/** Presses the start of the track. @returns where the track is. */
async function pressTrack(): ReturnType<typeof placeOfTrack> {
  const track = await placeOfTrack();
  await page.mouse.move(track.left + 2, track.middle);
  await page.mouse.down();
  return track;
}

describe('inspector, recording open', () => {
  beforeAll(async () => {
    page = await open();
  });
  afterAll(() => page.context().close());

  it('inspector, recording open: the keyboard alone steps through it, without calls to the lender', async () => {
    await importRecording();
    await phone().locator('h1').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.locator('body').press('ArrowRight');
    await at(1);
    await page.keyboard.press('End');
    await at(inspector.recording.steps.length);
    await page.keyboard.press('ArrowLeft');
    await at(inspector.recording.steps.length - 1);
    await page.keyboard.press('Home');
    await at(0);
    await page.keyboard.press('/');
    await page.keyboard.type('chose language');
    const found = page.getByRole('list', { name: 'Events' }).getByRole('button');
    await expect.poll(() => found.first().textContent()).toMatch(/Chose the language/);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('slider').focus();
    // Files of the inspector may still be loading. Calls to the lender must not occur.
    expect(asked.filter((url) => /\/(api|cou|sandbox\/api)\//.test(url))).toEqual([]);
  });

  it('step with an open sheet: the focus stays in the inspector', async () => {
    const folder = 'docs/recordings/paths';
    const texts = await Promise.all((await readdir(folder)).map((file) => readFile(`${folder}/${file}`, 'utf8')));
    const parsed = parseRecording(texts.find((text) => text.includes('"picker.opened"')) ?? '');
    if (!parsed.ok) throw new Error(parsed.message);
    const withSheet = parsed.recording;
    const opened = withSheet.steps.findIndex(({ event }) => event.type === 'picker.opened') + 1;
    expect(opened, 'a sheet in the recording').toBeGreaterThan(0);
    await importRecording(withSheet);
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
    const before = await focused();
    for (let step = 0; step < opened; step++) await page.keyboard.press('ArrowRight');
    await at(opened, withSheet.steps.length);
    await phone().locator('dialog[open]').waitFor();
    await page.keyboard.press('ArrowRight');
    await at(opened + 1, withSheet.steps.length);
    const after = await focused();
    expect(after?.split(' ')[0]).toBe(before?.split(' ')[0]);
    expect(after).not.toContain('<iframe');
  });

  it('inspector, recording open, chart: keys reach its states, and open and close their card', async () => {
    const stop = page.locator('.node[tabindex="0"]');
    expect(await stop.count()).toBe(1);
    await stop.focus();
    const nameOfFocused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    const seen = new Set([await nameOfFocused()]);
    const states = await page.locator('.node').count();
    // No row or column has more boxes than there are states.
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight'])
      for (let press = 0; press < states / 4; press++) {
        await page.keyboard.press(key);
        seen.add(await nameOfFocused());
      }
    expect(seen.size).toBeGreaterThan(states / 3);
    expect(await stop.count()).toBe(1);
    const name = (await nameOfFocused()).split(',')[0] ?? '';
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: `About ${name}` }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: `About ${name}` }).waitFor({ state: 'detached' });
    expect((await nameOfFocused()).split(',')[0]).toBe(name);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.locator(':focus').blur();
  });

  it('inspector, recording open, chart, zoomed out by keys until its groups are folded: the keys zoom in again', async () => {
    const scale = () => page.locator('.chart > svg').evaluate((svg) => new DOMMatrix(getComputedStyle(svg).transform).a);
    await page.locator('.node[tabindex="0"]').focus();
    const first = await scale();
    for (let press = 0; press < 6; press++) await page.keyboard.press('-');
    expect(await scale()).toBeLessThan(first / 2);
    for (let press = 0; press < 12; press++) await page.keyboard.press('+');
    expect(await scale()).toBeGreaterThan(first);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.locator(':focus').blur();
  });

  it('inspector, recording open, overview pressed: the chart shows that part', async () => {
    const middles = async () => {
      const [map, frame] = [await page.locator('.map').boundingBox(), await page.locator('.map__window').boundingBox()];
      if (!map || !frame) throw new Error('there is no overview');
      return { x: map.x + map.width / 2, y: map.y + map.height / 2, shownX: frame.x + frame.width / 2, shownY: frame.y + frame.height / 2 };
    };
    const { x, y } = await middles();
    for (const [toX, toY] of [
      [x, y],
      [x + 20, y + 30],
    ] as const) {
      await page.mouse.click(toX, toY);
      const { shownX, shownY } = await middles();
      expect(shownX).toBeCloseTo(toX, 0);
      expect(shownY).toBeCloseTo(toY, 0);
    }
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
  });

  it('inspector, recording open, chart: the titles of groups are drawn above the arrows', async () => {
    const parts = await page
      .locator('.chart')
      .evaluate((svg) => [...svg.querySelectorAll('.edge, text')].map((one) => (one.matches('.edge') ? 'arrow' : one.textContent)));
    expect(parts.indexOf('Application')).toBeGreaterThan(parts.lastIndexOf('arrow'));
  });

  it('inspector, recording whose events all have the same time: the track shows the number of the event', async () => {
    const { steps } = inspector.recording;
    await importRecording({ ...inspector.recording, title: 'All at once', steps: steps.map((step) => ({ ...step, at: 500 })) });
    const { left, width, middle } = await placeOfTrack();
    await page.mouse.click(left + width / 2, middle);
    await at(Math.round(steps.length / 2));
  });

  it('inspector, recording open, window resized during a drag of the track: the event under the pointer is shown', async () => {
    // The number of the event is its place on the track, because all events have the same time.
    const { length } = inspector.recording.steps;
    const { left, width } = await pressTrack();
    const x = left + width / 2;
    await page.mouse.move(x, (await placeOfTrack()).middle);
    await at(Math.round(length / 2));
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect.poll(async () => (await placeOfTrack()).width).toBeLessThan(width);
    const track = await placeOfTrack();
    await at(Math.round(((x - track.left) / track.width) * length));
    await page.mouse.move(track.left + track.width / 4, track.middle);
    await at(Math.round(length / 4));
    await page.mouse.up();
    await page.setViewportSize(DESKS[0]);
  });

  it('inspector, recording open, row of the list pressed: the focus stays with the shown event, whichever key moves on', async () => {
    await importRecording();
    await page.getByRole('list', { name: 'Events' }).getByRole('button').nth(2).click();
    const isFocused = () => page.evaluate(() => document.activeElement?.matches('.events [aria-current=true]'));
    for (const key of ['ArrowDown', 'End', 'ArrowUp', 'Home', 'ArrowDown']) {
      const before = await position().textContent();
      await page.keyboard.press(key);
      await expect.poll(() => position().textContent()).not.toBe(before);
      // The start is no row, so the list itself has the focus there.
      if (key === 'Home') expect(await page.evaluate(() => document.activeElement?.className)).toBe('events');
      else expect(await isFocused(), key).toBe(true);
    }
    // Elsewhere the focus is left alone.
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('slider');
    await page.locator(':focus').blur();
  });

  it('inspector, recording open, whole chart: its arrows are at least a pixel wide', async () => {
    await page.getByRole('button', { name: 'Whole', exact: true }).click();
    const widths = await page.locator('.chart > svg').evaluate((svg) => {
      const scale = new DOMMatrix(getComputedStyle(svg).transform).a;
      return [...svg.querySelectorAll('.edge')].map((edge) => parseFloat(getComputedStyle(edge).strokeWidth) * scale);
    });
    expect(widths.length).toBeGreaterThan(10);
    expect(Math.min(...widths)).toBeGreaterThan(0.99);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.locator(':focus').blur();
  });

  it('inspector, recording open: it plays at a chosen speed, and space pauses it', async () => {
    await importRecording();
    await page.getByLabel('Speed').selectOption('8');
    await page.locator('body').press(' ');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(async () => Number(/\d+/.exec((await position().textContent()) ?? '')?.[0])).toBeGreaterThan(5);
    await page.locator('body').press(' ');
    await page.getByRole('button', { name: 'Play' }).waitFor();
  });

  it('inspector, recording open: it shows the real screen in any language and text size, and the focus stays', async () => {
    await importRecording();
    const home = inspector.recording.steps.findIndex(({ event }) => event.type === 'xstate.done.actor.loadHome') + 1;
    for (let i = 0; i < home; i++) await page.keyboard.press('ArrowRight');
    await at(home);
    const root = phone().locator('html');
    await page.getByLabel('Text size').selectOption('200');
    await expect.poll(() => root.evaluate((html) => html.style.fontSize)).toBe('200%');
    await page.getByLabel('Language', { exact: true }).selectOption('sw');
    await expect.poll(() => root.getAttribute('lang')).toBe('sw');
    await page.getByRole('slider').focus();
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
    await at(home + 20);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('slider');
  });

  it('inspector, recording open, state selected: shows clauses, transitions and visits', async () => {
    await importRecording();
    await page.getByRole('button', { name: /^Home, / }).click();
    const card = page.getByRole('region', { name: 'About Home' });
    expect(await card.textContent()).not.toMatch(/2\.home|#\//);
    expect(await card.textContent()).toMatch(/Opened the application/);
    expect(await card.textContent()).not.toMatch(/application\.opened|✗|✓/);
    await card.getByRole('button', { name: /Go to event/ }).click();
    await expect.poll(() => page.locator('.node.active').count()).toBe(1);
    await page.getByRole('button', { name: 'Code names' }).click();
    await page.getByRole('button', { name: /^askingLogin, / }).waitFor();
    await card.getByText('#/').waitFor();
    expect(await card.textContent()).toMatch(/2\.home/);
  });
});

describe('inspector, recording of 2,000 events', () => {
  const LENGTHS = [200, 2_000] as const;
  /** Keys pressed on the track: one event on, and ten. */
  const KEYS = [...Array<string>(12).fill('ArrowRight'), ...Array<string>(4).fill('PageUp')];
  /** React's commits for one step. */
  const COMMITS = 2;
  /** And for a move of the pointer: the knob, the step, and the screen that opens where a slow machine lets the drag rest. */
  const SCRUBBED_COMMITS = 3;
  /** Nodes of the visible rows, boxes, arrows and values. The number does not grow with the recording. */
  const NODES = 300;
  let whole: Recording;

  beforeAll(async () => {
    whole = await recordedWalk(7, 2_000);
    expect(whole.steps).toHaveLength(2_000);
  });
  afterEach(() => page.context().close());

  /** Opens this many events, and waits until nothing is read or prepared in the background. @returns the page of the phone. */
  async function openFirst(length: number): Promise<Frame> {
    page = await open(undefined, countWork);
    await importRecording({ ...whole, steps: whole.steps.slice(0, length) });
    await phone().locator('h1').first().waitFor();
    await phone().locator('html[data-screens=loaded]').waitFor();
    await page.locator('.chip--name').press('Enter');
    const catalogue = page.getByRole('dialog', { name: 'Recordings' });
    await catalogue.getByText(/still being read/).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await catalogue.waitFor({ state: 'detached' });
    await page.getByRole('slider').focus();
    await drawn(page);
    const shown = page.frames().find((frame) => frame !== page.mainFrame());
    if (!shown) throw new Error('there is no phone');
    return shown;
  }

  it('inspector, recording of 2,000 events, step: costs as many renders and changed nodes as with 200 events', async () => {
    const costs: { inspector: Work; phone: Work }[][] = [];
    for (const length of LENGTHS) {
      const shown = await openFirst(length);
      await workDone(page);
      await workDone(shown);
      const steps: { inspector: Work; phone: Work }[] = [];
      for (let index = 0, pressed = 0; pressed < KEYS.length; pressed++) {
        const key = KEYS[pressed] as string;
        index += key === 'PageUp' ? 10 : 1;
        await page.keyboard.press(key);
        await at(index, length);
        await drawn(page);
        steps.push({ inspector: await workDone(page), phone: await workDone(shown) });
      }
      costs.push(steps);
      if (length < 2_000) await page.context().close();
    }
    const [short = [], long = []] = costs;
    const most = (of: (work: (typeof long)[number]) => number) => Math.max(...long.map(of));
    printFigures(
      `a step: at most ${most(({ inspector: { commits } }) => commits)} renders, ${most(({ inspector: { nodes } }) => nodes)} nodes`,
    );
    expect(long).toEqual(short);
    expect(
      short.every(({ inspector }) => inspector.commits > 0 && inspector.nodes > 0),
      'every step is drawn',
    ).toBe(true);
    expect(
      most(({ inspector }) => inspector.commits),
      'renders',
    ).toBeLessThanOrEqual(COMMITS);
    expect(
      most(({ phone: screen }) => screen.commits),
      'renders of the screen',
    ).toBeLessThanOrEqual(1);
    expect(
      most(({ inspector }) => inspector.nodes),
      'nodes',
    ).toBeLessThanOrEqual(NODES);
  });

  it('recording of 2,000 events, scrubbed from end to end: each move of the pointer costs as much as with few events', async () => {
    const shown = await openFirst(2_000);
    await page.evaluate(() => {
      const seen = { moves: 0 };
      Object.assign(window, { seen });
      for (const type of ['pointerdown', 'pointermove']) window.addEventListener(type, () => void seen.moves++, true);
    });
    const { left, width, middle } = await placeOfTrack();
    await page.mouse.move(left + 2, middle);
    await drawn(page);
    await workDone(page);
    await workDone(shown);
    await page.mouse.down();
    for (let i = 0; i <= 60; i++) await page.mouse.move(left + 2 + (width * i) / 60, middle);
    await page.mouse.up();
    await at(2_000, 2_000);
    await drawn(page);
    const moves = await page.evaluate(() => (window as unknown as { seen: { moves: number } }).seen.moves);
    const [inspected, screen] = [await workDone(page), await workDone(shown)];
    printFigures(
      `scrubbing 2,000 events: ${moves} moves, ${inspected.commits} renders, ${inspected.nodes} nodes; phone ${screen.commits} renders`,
    );
    expect(moves).toBeGreaterThan(1);
    expect(inspected.commits).toBeLessThanOrEqual(SCRUBBED_COMMITS * moves);
    expect(inspected.nodes).toBeLessThanOrEqual(NODES * moves);
    expect(screen.commits).toBeLessThanOrEqual(moves);
  });

  it('recording of 2,000 events, track dragged: the chart keeps its shape, and opens the active screen when the drag rests or ends', async () => {
    await openFirst(2_000);
    const track = await pressTrack();
    const hasOpenScreen = () => page.locator('.node').evaluateAll((all) => all.some((one) => /^\w+\.\w/.test(one.dataset['state'] ?? '')));
    /** Drags the knob in one go, so that it rests nowhere. @returns the shapes that the chart had. */
    const dragTo = (share: number): Promise<string[]> =>
      page.evaluate(
        async ({ left, width, middle, to }) => {
          const shapes = new Set<string>();
          for (let move = 1; move <= 30; move++) {
            const at = { clientX: left + (width * to * move) / 30, clientY: middle, buttons: 1, pointerId: 1, bubbles: true };
            document.querySelector('[role=slider]')?.dispatchEvent(new PointerEvent('pointermove', at));
            for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
            const boxes = [...document.querySelectorAll<SVGElement>('.node')];
            shapes.add(boxes.map((box) => `${box.dataset['state']} ${box.getAttribute('transform')}`).join());
          }
          return [...shapes];
        },
        { ...track, to: share },
      );
    const [shape, ...others] = await dragTo(0.5);
    expect(shape).toContain('home translate');
    expect(others).toEqual([]);
    await expect.poll(hasOpenScreen, { message: 'after a rest' }).toBe(true);
    expect(await dragTo(0.7)).toEqual([shape]);
    await page.mouse.up();
    await drawn(page);
    const place = (await position().textContent()) ?? '';
    await expect.poll(hasOpenScreen, { message: 'after the end' }).toBe(true);
    expect(await position().textContent()).toBe(place);
  });

  it('recording of 2,000 events, track dragged: the list and the phone take turns, and show the step of the end', async () => {
    await openFirst(2_000);
    const track = await pressTrack();
    /** The events that chart, list and phone showed in each animation frame of a drag. */
    const frames = await page.evaluate(async ({ left, width, middle }) => {
      const number = (text: string | null | undefined) => Number(/\d+/.exec(text ?? '')?.[0]);
      const seen: { chart: number; list: number; phone: number }[] = [];
      for (let move = 1; move <= 40; move++) {
        const at = { clientX: left + (width * move) / 50, clientY: middle, buttons: 1, pointerId: 1, bubbles: true };
        document.querySelector('[role=slider]')?.dispatchEvent(new PointerEvent('pointermove', at));
        // After the frame, when all that is drawn in it has been drawn.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        seen.push({
          chart: number(document.querySelector('[role=slider]')?.getAttribute('aria-valuenow')),
          list: number(document.querySelector('.events [aria-current=true]')?.closest('li')?.getAttribute('aria-posinset')),
          phone: number(document.querySelector('.device__frame')?.getAttribute('aria-label')),
        });
      }
      return seen;
    }, track);
    const changes = (panel: 'chart' | 'list' | 'phone'): number =>
      frames.filter((frame, i) => i > 0 && frame[panel] !== frames[i - 1]?.[panel]).length;
    const passed = changes('chart');
    expect(passed).toBeGreaterThan(10);
    for (const panel of ['list', 'phone'] as const) {
      expect(changes(panel), panel).toBeGreaterThan(passed / 4);
      expect(changes(panel), panel).toBeLessThan((passed * 3) / 4);
    }
    const both = frames.filter((frame, i) => i > 0 && frame.list !== frames[i - 1]?.list && frame.phone !== frames[i - 1]?.phone);
    // On a busy machine the list may be a frame late.
    expect(both.length, 'frames in which both were drawn').toBeLessThan(passed / 4);
    await page.mouse.up();
    const end = Number(await page.getByRole('slider').getAttribute('aria-valuenow'));
    await at(end, 2_000);
    await page.getByRole('group', { name: `Phone at event ${end}:` }).waitFor();
    await expect.poll(() => page.locator('.events [aria-current=true]').count()).toBe(1);
  });

  it('recording of 2,000 events, screen shown alone during a drag of the track: the list shows the event of the drag afterwards', async () => {
    await openFirst(2_000);
    const { left, width, middle } = await pressTrack();
    const alone = page.getByRole('button', { name: 'The screen alone' });
    await alone.press('Enter');
    await page.getByRole('list', { name: 'Events' }).waitFor({ state: 'hidden' });
    for (let i = 1; i <= 10; i++) await page.mouse.move(left + (width * i) / 15, middle);
    await page.mouse.up();
    await drawn(page);
    await alone.press('Enter');
    await page.locator('.events').waitFor();
    const isInSight = () =>
      page.locator('.events').evaluate((list) => {
        const [row, box] = [list.querySelector('[aria-current]')?.getBoundingClientRect(), list.getBoundingClientRect()];
        return row !== undefined && row.top >= box.top && row.bottom <= box.bottom;
      });
    await expect.poll(isInSight).toBe(true);
  });

  it('recording of 2,000 events, track dragged while a person types: the search keeps every letter', async () => {
    await openFirst(2_000);
    const track = await pressTrack();
    const search = page.getByRole('searchbox', { name: 'Find in events and values' });
    await search.focus();
    await page.evaluate(
      async ({ left, width, middle, letters }) => {
        for (const [move, letter] of [...letters].entries()) {
          const at = { clientX: left + (width * move) / 50, clientY: middle, buttons: 1, pointerId: 1, bubbles: true };
          document.querySelector('[role=slider]')?.dispatchEvent(new PointerEvent('pointermove', at));
          document.execCommand('insertText', false, letter);
          await new Promise(requestAnimationFrame);
        }
      },
      { ...track, letters: 'phoneisoff' },
    );
    expect(await search.inputValue()).toBe('phoneisoff');
    await page.mouse.up();
    await search.fill('');
  });
});

it('panels: one can be shown alone, keys move their borders, which are stored, and a state is found by its name', async () => {
  page = await open();
  await importRecording();
  const chart = page.locator('.panel--chart');
  const widthOf = async () => (await chart.boundingBox())?.width ?? 0;
  const first = await widthOf();
  await page.getByRole('separator', { name: 'Width of the chart' }).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
  const wider = await widthOf();
  expect(wider).toBeGreaterThan(first);
  await page.reload();
  await page.locator('.node').first().waitFor();
  expect(await widthOf()).toBe(wider);
  await page.getByRole('separator', { name: 'Width of the chart' }).focus();
  await page.keyboard.press('Enter');
  expect(await widthOf()).toBe(first);
  await page.getByRole('button', { name: 'The chart alone' }).click();
  await page.getByRole('button', { name: 'The events alone' }).waitFor({ state: 'hidden' });
  await page.getByPlaceholder('Find a state').fill('comparing, in photos');
  await page.keyboard.press('Enter');
  const found = page.locator('[data-state="journey.places.apply.idPhotos.comparing"]');
  await found.waitFor();
  expect(await found.locator('text').evaluate((text) => text.getBoundingClientRect().height)).toBeGreaterThanOrEqual(11);
  await page.context().close();
});

describe.each([
  { width: 768, height: 1024 },
  { width: 900, height: 800 },
  { width: 1000, height: 768 },
])('inspector in a window of $width by $height', (size) => {
  afterEach(() => page.context().close());

  it('inspector in a narrow window: it fits, and Whole shows the whole chart', async () => {
    page = await open(size);
    await importRecording();
    await page.locator('body').press('End');
    await at(inspector.recording.steps.length);
    const fits = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    expect(fits).toEqual([size.width, size.height]);
    const tools = page.getByRole('group', { name: 'View of the chart' });
    for (const isAlone of [false, true]) {
      if (isAlone) await page.getByRole('button', { name: 'The chart alone' }).click();
      await tools.getByRole('button', { name: 'Whole' }).click();
      await drawn(page);
      const outside = await page.locator('.chart').evaluate((chart) => {
        const { left, right, top, bottom } = chart.getBoundingClientRect();
        const parts = [...chart.querySelectorAll('.node, text')].map((part) => ({ part, box: part.getBoundingClientRect() }));
        return parts
          .filter(({ box }) => box.left < left || box.right > Math.min(right, innerWidth) || box.top < top || box.bottom > bottom)
          .map(({ part }) => part.textContent);
      });
      expect(outside, isAlone ? 'chart alone' : 'chart beside the phone').toEqual([]);
      expect(await lyingOver(page)).toEqual([]);
      expect(await axeComplaints(page)).toEqual([]);
    }
  });
});

describe.each(inTurn(DESKS))('inspector on a desktop of $width by $height', (desk) => {
  afterEach(() => page.context().close());

  it('inspector on a desktop: the words of the search for a state can be read', async () => {
    page = await open(desk);
    await importRecording();
    const field = page.getByPlaceholder('Find a state');
    expect((await field.boundingBox())?.width).toBeGreaterThan(150);
  });

  it('inspector on a desktop: it is accessible, fits, and can be used by keyboard', async () => {
    page = await open(desk);
    expect(await axeComplaints(page)).toEqual([]);
    await importRecording();
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
    await at(20);
    expect(await axeComplaints(page)).toEqual([]);
    const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    expect(size).toEqual([desk.width, desk.height]);
    // A panel hides content that is too wide for it, so the page does not scroll sideways.
    const cut = await page.locator('.panel *').evaluateAll((all) =>
      all
        .filter((one) => one.closest('svg, .device') === null && one.getBoundingClientRect().width > 0)
        .filter((one) => one.getBoundingClientRect().right > (one.closest('.panel') as Element).getBoundingClientRect().right + 0.5)
        .map(({ className }) => String(className)),
    );
    expect(cut).toEqual([]);
    // At five zooms, from the whole chart to the inside of a page.
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    for (const [name, presses] of [
      ['Whole', 0] as const,
      ['Whole', 3] as const,
      ['Whole', 6] as const,
      ['Follow', 0] as const,
      ['Follow', 4] as const,
    ]) {
      await page.getByRole('button', { name, exact: true }).click();
      for (let press = 0; press < presses; press++) await zoomIn.click();
      await drawn(page);
      expect(await lyingOver(page), `${name}, ${presses} times zoomed in`).toEqual([]);
    }
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    for (const tab of ['Event', 'All values', /^Rules/] as const) {
      await page.getByRole('tab', { name: tab, exact: false }).click();
      expect(await axeComplaints(page)).toEqual([]);
    }
    // The chart has one tab stop. Enter opens the description of the state.
    await page.locator('.node.active').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ways from here' }).waitFor();
    expect(await axeComplaints(page)).toEqual([]);
    await page
      .getByRole('region', { name: /^About / })
      .getByRole('button', { name: 'Close' })
      .click();
    await page.locator('.chip--name').press('Enter');
    await page.getByRole('dialog', { name: 'Recordings' }).waitFor();
    expect(await axeComplaints(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});
