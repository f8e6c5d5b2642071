/**
 * Assigns modules to files; this is the one place that says which file carries what. A request costs a cheap phone on a
 * slow link half a second, so modules that are needed together are in one file. The start has four, each evaluated in a
 * task of its own: `app` reads the phone and asks the lender, `chart` has the machine, `react` the library that draws,
 * `page` all parts of a visitor's home. The bundler puts its own helpers, half a kilobyte, into a fifth, wherever they are
 * assigned. After the start: the first form, the components of the others, and one file per screen. `docs/performance.md`
 * explains the order.
 */
import type { Rollup } from 'vite';
import { FIRST_TEXTS } from './firstTexts.ts';

interface Modules {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importedIds'> | null;
}

const ENTRY = '/index.html';
/** The files of the start after the entry. */
const CHART = ['/src/app/journey.ts'];
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//;
const PAGE = ['/src/app/show.tsx', '/screens/tabs/home/visitor.tsx'];
/** The first forms that a visitor meets, who goes from one to the other: what they need is one file, which the others build on. */
const FIRST_FORM = ['/screens/user/login/screen.tsx', '/screens/user/register/screen.tsx'];
/** Modules that every form needs, without the section descriptions. */
const FORM_ENGINE = ['/src/forms/useUnsentForm.ts', '/src/forms/text.ts'];
/** The work before another code, which hardly anybody does. */
const CAPTCHA_WORK = '/src/api/captchaWork.ts';
/** What the first press needs wherever it leads: the ports, and the names under which presses are reported. */
const FIRST_PRESS = ['/src/app/ports/index.ts', '/src/app/analytics/interactions.ts'];
/** What only the ports need comes with them: with the sections, it would bring all of these to every visitor. */
const OF_PORTS = ['/src/api/signInChallenge.ts', '/machines/words.ts'];
/** What hardly any page needs: texts of refusals without one, requests without the envelope, rules of settings that cannot be used. */
const ON_REFUSAL = ['/src/api/fallbackTexts.ts', '/src/api/plainWire.ts', '/src/api/messages/', '/src/market/settingsRules.ts'];
/** The names of the product, which the brand mark says. */
const NAMES = '/src/market/app.ts';
const I18N = '/src/i18n/index.ts';
const SAFE = '/src/app/safe/safe.ts';
/** Home with an order. A borrower who returns waits for its modules alone, and not for forms. */
const ORDER_HOME = ['/screens/tabs/home/screen.tsx'];

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
  /** In the order in which they run: a module that two of them need is in the earlier one. */
  let start: [name: string, modules: Set<string>][] | null = null;
  let safe: Set<string> | null = null;
  let engine: Set<string> | null = null;
  let firstForm: Set<string> | null = null;
  let firstPress: Set<string> | null = null;
  let orderHome: Set<string> | null = null;
  const isScreen = (id: string): boolean => id.startsWith(`${root}/screens/`);

  return (id, modules) => {
    const closureOfAll = (parts: readonly string[]) => new Set(parts.flatMap((part) => [...closureOf(root + part, modules)]));
    start ??= [
      ['app', closureOfAll([ENTRY])],
      ['chart', closureOfAll(CHART)],
      ['page', closureOfAll(PAGE)],
    ];
    safe ??= closureOf(root + SAFE, modules);
    engine ??= closureOfAll(FORM_ENGINE);
    firstForm ??= closureOfAll(FIRST_FORM);
    firstPress ??= closureOfAll(FIRST_PRESS);
    orderHome ??= closureOfAll(ORDER_HOME);
    if (REACT.test(id)) return 'react';
    const ofStart = start.find(([, part]) => part.has(id));
    if (ofStart) return ofStart[0];
    const isPackage = id.includes('/node_modules/');
    if (orderHome.has(id) && !isPackage && !isScreen(id)) return firstForm.has(id) ? 'page' : 'cards';
    if (firstForm.has(id) && !isPackage && id !== root + I18N) return 'firstForm';
    const isOfPorts =
      id.startsWith(`${root}/src/app/`) || id.startsWith(`${root}/machines/ports/`) || OF_PORTS.some((part) => id === root + part);
    if (firstPress.has(id) && isOfPorts) return 'ports';
    // A screen, or what the app fetches behind the borrower's back, brings only itself.
    if (
      isScreen(id) ||
      isOfPorts ||
      id.startsWith(`${root}/src/recording/`) ||
      id === root + CAPTCHA_WORK ||
      ON_REFUSAL.some((part) => id.startsWith(root + part)) ||
      id.startsWith(FIRST_TEXTS)
    )
      return null;
    // Loaded only when something secret is stored or written.
    if (safe.has(id)) return null;
    // A chunk of its own: every file with texts needs it before its first line runs.
    if (id.includes('/node_modules/i18next/') || id === root + I18N) return 'i18n';
    // Modules that every screen after home needs and home does not.
    if (id.startsWith(`${root}/src/i18n/`) || id === root + NAMES) return 'common';
    if (isPackage) return 'formVendor';
    const isField = (one: string): boolean => one.startsWith(`${root}/src/ui/form/`) || engine?.has(one) === true;
    if (isField(id)) return 'fields';
    // The fields import what is common. A component that needs a field would make a circle of the two files, in which one
    // runs before what it needs.
    if (id.startsWith(`${root}/src/ui/`)) return [...closureOf(id, modules)].some((one) => isField(one)) ? 'fields' : 'common';
    return 'sections';
  };
}
