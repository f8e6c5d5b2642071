/** Runs before the browser tests: builds the pages and the gallery of examples if their sources have changed. */
import { build, isBuilt } from '../../scripts/lib/builtPages.mjs';
import { builtGallery } from './gallery.ts';

/** @throws Error when they cannot be built. */
export default async function setup(): Promise<void> {
  if (!isBuilt() && !(await build())) throw new Error('the pages could not be built');
  await builtGallery('watched');
}
