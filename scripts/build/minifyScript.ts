/** Minifies scripts that are no modules: those of the page, and its worker. */
import { minify } from 'terser';

/** The oldest engine that starts the app. */
export const OLDEST_ENGINE = 'chrome80';

/** @param code a whole script. Its syntax does not become newer, so that an engine too old for the app can still say so. */
export async function minifyScript(code: string): Promise<string> {
  const { code: minified = code } = await minify(code, { compress: { passes: 3 } });
  return minified.trim();
}
