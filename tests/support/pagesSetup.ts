/** Before the browser tests: the pages, and the gallery of examples, are built once if their sources have changed since. */
import { build, isBuilt } from '../../scripts/lib/builtPages.mjs';
import { builtGallery } from './gallery.ts';

/** @throws Error when they cannot be built. */
export default async function setup(): Promise<void> {
  if (!isBuilt() && !(await build())) throw new Error('the pages could not be built');
  await builtGallery('watched');
}
