/** Writes the settings of a page into its line of JSON (`src/market/pageSettings.ts`), where a deployment can change them. */
import type { Plugin } from 'vite';
import { LINE, mistakesInSettings } from '../../src/market/settingsRules.ts';
import type { Settings } from '../../src/market/pageSettings.ts';

/** The page with these settings. `<` is escaped, so that no text of the settings can end the script element. */
export const withSettings = (html: string, settings: Settings): string =>
  html.replace(LINE, (_, before: string, _line, after: string) => before + JSON.stringify(settings).replaceAll('<', '\\u003c') + after);

/** @throws Error with a sentence for each mistake. */
export function settingsLine(settings: Settings): Plugin {
  return {
    name: 'settings-line',
    configResolved() {
      const mistakes = mistakesInSettings(settings);
      if (mistakes.length > 0) throw new Error(`PACKAGE_NAME and APP_NAME are written into the pages. ${mistakes.join(' ')}`);
    },
    transformIndexHtml: { order: 'pre', handler: (html) => withSettings(html, settings) },
  };
}
