/** Compares the oldest supported engine with the present one, on the same link and processor. It is driven by DevTools commands. */
import { PHONE } from '../../support/chromium.ts';
import { launchChromium80, type Chromium80 } from '../../support/chromium80.ts';
import { LOOK, measureForm, type Figures, type Place } from './measure.ts';
import { NETWORKS, type NetworkName, type Sight } from './subjects.ts';
import { conditionsOf, pause } from './visit.ts';
import { watchPage, type Seen } from './watch.ts';

const LONGEST = 60_000;

async function see(browser: Chromium80, sight: Sight): Promise<Seen> {
  const until = performance.now() + LONGEST;
  while (performance.now() < until) {
    const text = await browser.evaluate<string>(
      `(window.benchSeen || []).filter(function (text) { return JSON.parse(text).name === '${sight}' }).pop() || ''`,
    );
    if (text !== '') return JSON.parse(text) as Seen;
    await pause(20);
  }
  throw new Error(`Chromium 80: "${sight}" was not seen`);
}

async function press(browser: Chromium80, { x, y }: Seen, next: Sight, text?: string): Promise<Seen> {
  await browser.evaluate(`window.bench.watch('${next}')`);
  for (const type of ['mousePressed', 'mouseReleased']) {
    await browser.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  }
  if (text !== undefined) await browser.send('Input.insertText', { text });
  return see(browser, next);
}

async function measureIn80(url: string, network: NetworkName): Promise<Figures> {
  const browser = await launchChromium80((line) => process.stdout.write(`  ${line}\n`));
  try {
    const { width, height } = PHONE.viewport;
    await browser.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: PHONE.deviceScaleFactor, mobile: true });
    await browser.send('Network.enable');
    await browser.send('Network.emulateNetworkConditions', conditionsOf(NETWORKS[network]));
    await browser.send('Emulation.setCPUThrottlingRate', { rate: NETWORKS[network].slowdown });
    const source = `window.__name = function (named) { return named };
      window.benchSaw = function (text) { (window.benchSeen = window.benchSeen || []).push(text) };
      (${watchPage.toString()})(true);
      window.bench.watch('content')`;
    await browser.send('Page.addScriptToEvaluateOnNewDocument', { source });
    await browser.send('Page.navigate', { url });
    const content = await see(browser, 'content');
    await pause(LOOK);
    const field = await press(browser, content, 'field');
    const letter = await press(browser, field, 'letter', '7');
    return { oldContent: content.at, oldFirstForm: letter.at };
  } finally {
    await browser.close();
  }
}

/** A first visit up to the form, in both engines one after the other. */
export const measureOld = async (place: Place, network: NetworkName): Promise<Figures> => ({
  ...(await measureForm(place, network)),
  ...(await measureIn80(place.home, network)),
});
