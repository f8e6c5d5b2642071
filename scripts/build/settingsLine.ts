/** Writes the settings that a page starts with into its line of JSON (`src/market/pageSettings.ts`); a deployment may change them. */
import type { Plugin } from 'vite';
import { LINE, mistakesInSettings } from '../../src/market/settingsRules.ts';
import type { Settings } from '../../src/market/pageSettings.ts';

/** The page with these settings. `<` is written so that no text of theirs can end the line. */
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
