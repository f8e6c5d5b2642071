/**
 * `npm run page-settings`: shows the settings of the built page and the headers that its server must send, or changes the
 * settings first. It makes no build. A mistake prints a sentence, changes nothing and exits with 1.
 */
import { SettingsError } from './lib/changePageSettings.ts';
import { pageSettings } from './lib/pageSettingsVerb.ts';

try {
  process.stdout.write(pageSettings(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
