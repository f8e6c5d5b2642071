/**
 * Assigns modules to files. A request costs a cheap phone on a slow link half a second, so modules that are needed
 * together are in one file: the entry with all parts of a visitor's home and the lender's client (separately they
 * would weigh a kilobyte more); the form components; and one file per screen.
 */
import type { Rollup } from 'vite';
import { FIRST_TEXTS } from './firstTexts.ts';

interface Modules {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importedIds'> | null;
}

const ENTRY = '/index.html';
const VISITOR = '/screens/tabs/home/visitor.tsx';
const API = '/src/app/lenderApi.ts';
/** Modules that every form needs, without the section descriptions. */
const FORM_ENGINE = ['/src/forms/useUnsentForm.ts', '/src/forms/text.ts'];
/** The work before another code, which hardly anybody does. */
const CAPTCHA_WORK = '/src/api/captchaWork.ts';
/** What hardly any page needs: texts of refusals without one, requests without the envelope, rules of settings that cannot be used. */
const ON_REFUSAL = ['/src/api/fallbackTexts.ts', '/src/api/plainWire.ts', '/src/api/messages/', '/src/market/settingsRules.ts'];
/** The names of the product, which the brand mark says. */
const NAMES = '/src/market/app.ts';
const SAFE = '/src/app/safe/safe.ts';

/** A module and all its static imports, in order; dynamic imports are left out. */
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
  let safe: Set<string> | null = null;
  let engine: Set<string> | null = null;
  const isScreen = (id: string): boolean => id.startsWith(`${root}/screens/`);

  return (id, modules) => {
    visitor ??= closureOf(root + VISITOR, modules);
    entry ??= new Set([...closureOf(root + ENTRY, modules), ...[...visitor].filter((one) => !isScreen(one))]);
    api ??= closureOf(root + API, modules);
    safe ??= closureOf(root + SAFE, modules);
    engine ??= new Set(FORM_ENGINE.flatMap((part) => [...closureOf(root + part, modules)]));
    if (entry.has(id) || api.has(id) || id.includes('rolldown/runtime')) return 'app';
    // The parts of a visitor's home that are not in the entry. Home with an order loads more.
    if (visitor.has(id)) return 'visitor';
    // A screen, or what the app fetches behind the borrower's back, brings only itself.
    if (
      isScreen(id) ||
      id.startsWith(`${root}/src/app/`) ||
      id.startsWith(`${root}/machines/ports/`) ||
      id.startsWith(`${root}/src/recording/`) ||
      id === root + CAPTCHA_WORK ||
      ON_REFUSAL.some((part) => id.startsWith(root + part)) ||
      id.startsWith(FIRST_TEXTS)
    )
      return null;
    // Loaded only when something secret is stored or written.
    if (safe.has(id)) return null;
    // A chunk of its own: every file with texts needs it before its first line runs.
    if (id.includes('/node_modules/i18next/') || id === `${root}/src/i18n/index.ts`) return 'i18n';
    // Modules that every screen after home needs and home does not.
    if (id.startsWith(`${root}/src/i18n/`) || id === root + NAMES) return 'common';
    if (id.includes('/node_modules/')) return 'formVendor';
    const isField = (one: string): boolean => one.startsWith(`${root}/src/ui/form/`) || engine?.has(one) === true;
    if (isField(id)) return 'fields';
    // The fields import what is common. A component that needs a field would make a circle of the two files, in which one
    // runs before what it needs.
    if (id.startsWith(`${root}/src/ui/`)) return [...closureOf(id, modules)].some((one) => isField(one)) ? 'fields' : 'common';
    return 'sections';
  };
}
