/**
 * Which file carries which module. A request costs a cheap phone on a slow link half a second, so what is
 * needed together travels together: the entry with every part that a visitor's home is made of and the lender's client (apart they
 * would weigh a kilobyte more), the form parts; a screen brings only itself.
 */
import type { Rollup } from 'vite';
import { FIRST_TEXTS } from './firstTexts.ts';

interface Modules {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importedIds'> | null;
}

const ENTRY = '/index.html';
const VISITOR = '/screens/tabs/home/visitor.tsx';
const API = '/src/app/lenderApi.ts';
/** What every form is made of, and no section's description. */
const FORM_ENGINE = ['/src/forms/useShortForm.ts', '/src/forms/text.ts'];
const PUBLISHER = '/src/recording/publish.ts';

/** A module and all it imports, in order; what is imported on demand is left out. */
function closureOf(root: string, modules: Modules): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) visit(next);
  };
  visit(root);
  return found;
}

/** @param root folder of the project, absolute. */
export function chunkOf(root: string): (id: string, modules: Modules) => string | null {
  let entry: Set<string> | null = null;
  let api: Set<string> | null = null;
  let visitor: Set<string> | null = null;
  let publisher: Set<string> | null = null;
  let engine: Set<string> | null = null;
  const isScreen = (id: string): boolean => id.indexOf(`${root}/screens/`) === 0;

  return (id, modules) => {
    visitor ??= closureOf(root + VISITOR, modules);
    entry ??= new Set([...closureOf(root + ENTRY, modules), ...[...visitor].filter((one) => !isScreen(one))]);
    api ??= closureOf(root + API, modules);
    publisher ??= closureOf(root + PUBLISHER, modules);
    engine ??= new Set(FORM_ENGINE.flatMap((part) => [...closureOf(root + part, modules)]));
    if (entry.has(id) || api.has(id) || id.indexOf('rolldown/runtime') >= 0) return 'app';
    // Home with an order brings the rest of it.
    if (visitor.has(id)) return 'visitor';
    // A screen, or what the app fetches behind the borrower's back, brings only itself.
    if (
      isScreen(id) ||
      id.indexOf(`${root}/src/app/`) === 0 ||
      id.indexOf(`${root}/machines/ports/`) === 0 ||
      id.indexOf(`${root}/src/recording/`) === 0 ||
      id.indexOf(FIRST_TEXTS) === 0
    )
      return null;
    // Who is inspected pays for the inspector's packages, and nobody else.
    if (publisher.has(id)) return null;
    // On its own: every file with texts needs it before its own first line runs.
    if (id.indexOf('/node_modules/i18next/') >= 0 || id === `${root}/src/i18n/index.ts`) return 'i18n';
    // What every screen after home needs, and home does not.
    if (id.indexOf(`${root}/src/i18n/`) === 0) return 'common';
    if (id.indexOf('/node_modules/') >= 0) return 'formVendor';
    if (id.indexOf(`${root}/src/ui/form/`) === 0 || engine.has(id)) return 'fields';
    if (id.indexOf(`${root}/src/ui/`) === 0) return 'common';
    return 'sections';
  };
}
