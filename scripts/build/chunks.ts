/**
 * Assigns all modules of the app to files. A request costs a cheap phone on a slow link half a second, so modules that are
 * needed together are in one file. The start has four files, each evaluated in a separate task: `app` reads the phone's
 * storage and requests home, `chart` contains the machine, `react` the rendering library, `page` all parts of a visitor's
 * home. The bundler always puts its helpers, half a kilobyte, into a fifth file. The other files are the first form, the
 * components of the other forms, and one file per screen. `docs/performance.md` explains the order.
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
/** The number at login with what draws it before it is asked for, and what every form needs. */
const FIRST_FORM = ['/screens/user/login/number.tsx', '/src/app/drawAhead.tsx'];
/** The code, and registering. Visitors go from one to the other, so their modules are in one file, which other forms use too. */
const SIGN_IN = ['/screens/user/login/screen.tsx', '/screens/user/register/screen.tsx'];
/** Modules that every form needs, without the section descriptions. */
const FORM_ENGINE = ['/src/forms/useUnsentForm.ts', '/src/forms/text.ts'];
/** The forms of an application, with their descriptions, messages, lists and rules. Only here are Formik and yup needed. */
const SECTION_FORMS = ['/src/forms/SectionForm.tsx'];
/** The work before another code. It is rarely needed. */
const CAPTCHA_WORK = '/src/api/captchaWork.ts';
/** Modules that any first press needs: the ports, and the names for reporting presses. Beside them, what keeps a borrower's page and screen. */
const FIRST_PRESS = [
  ...['/src/app/ports/index.ts', '/src/app/analytics/interactions.ts'],
  ...['/src/app/keptPage/keepPage.ts', '/src/app/keptScreen/keepScreen.ts'],
];
/** Modules that only the ports need. In the file of the sections, they would make every visitor load all sections. */
const OF_PORTS = ['/src/api/signInChallenge.ts', '/machines/words.ts'];
/** Rarely needed modules: texts for refusals without a text, requests without the envelope, rules for wrong settings. */
const ON_REFUSAL = ['/src/api/fallbackTexts.ts', '/src/api/plainWire.ts', '/src/api/messages/', '/src/market/settingsRules.ts'];
/** The names of the product, for the brand mark. */
const NAMES = '/src/market/app.ts';
const I18N = '/src/i18n/index.ts';
const SAFE = '/src/app/safe/safe.ts';
/** Home with an order. A returning borrower waits for its modules, but not for those of forms. */
const ORDER_HOME = ['/screens/tabs/home/screen.tsx'];

/** The CSS modules of `page` and `firstForm`. Their styles are in the page, all others in scripts. */
export const FIRST_STYLES = [
  ...['actions/Actions', 'art/Art', 'brand/Brand', 'button/Button', 'card/Card', 'form/Field', 'frame/Frame', 'iconButton/IconButton'],
  ...['lines/Lines', 'meter/Meter', 'money/Money', 'note/Note', 'offlineBar/OfflineBar', 'overlay/Overlay', 'problemNote/ProblemNote'],
  ...['screen/Screen', 'skeleton/Skeleton', 'statusCard/StatusCard', 'tabBar/TabBar', 'toast/Toast'],
].map((name) => `src/ui/${name}.module.css`);

/** Whether a visitor fetches the file until the first form is drawn, by its name. */
export const isFirstFile = (name: string): boolean => name === 'page' || name === 'firstForm';

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
  /** The files of the start in the order of their evaluation. A module that two of them need is in the earlier one. */
  let start: [name: string, modules: Set<string>][] | null = null;
  let safe: Set<string> | null = null;
  let engine: Set<string> | null = null;
  let sectionForms: Set<string> | null = null;
  let firstForm: Set<string> | null = null;
  let signIn: Set<string> | null = null;
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
    sectionForms ??= closureOfAll(SECTION_FORMS);
    firstForm ??= closureOfAll(FIRST_FORM);
    signIn ??= closureOfAll(SIGN_IN);
    firstPress ??= closureOfAll(FIRST_PRESS);
    orderHome ??= closureOfAll(ORDER_HOME);
    if (REACT.test(id)) return 'react';
    const ofStart = start.find(([, part]) => part.has(id));
    if (ofStart) return ofStart[0];
    const isPackage = id.includes('/node_modules/');
    if (orderHome.has(id) && !isPackage && !isScreen(id)) return signIn.has(id) ? 'page' : 'cards';
    const isI18n = id.includes('/node_modules/i18next/') || id === root + I18N;
    if (firstForm.has(id) && !isI18n) return 'firstForm';
    if (signIn.has(id) && !isI18n) return 'signIn';
    const isOfPorts =
      id.startsWith(`${root}/src/app/`) || id.startsWith(`${root}/machines/ports/`) || OF_PORTS.some((part) => id === root + part);
    if (firstPress.has(id) && (isOfPorts || (isPackage && !isI18n))) return 'ports';
    // The bundler decides: a screen, or a module that the app loads on demand, gets a separate file.
    if (
      isScreen(id) ||
      isOfPorts ||
      id.startsWith(`${root}/src/recording/`) ||
      id === root + CAPTCHA_WORK ||
      ON_REFUSAL.some((part) => id.startsWith(root + part)) ||
      id.startsWith(FIRST_TEXTS)
    )
      return null;
    // The bundler decides: these modules are loaded only when a secret is read or stored.
    if (safe.has(id)) return null;
    // A separate chunk, because every file with texts needs it at its evaluation.
    if (isI18n) return 'i18n';
    // Modules that every screen except home needs.
    if (id.startsWith(`${root}/src/i18n/`) || id === root + NAMES) return 'common';
    if (isPackage) return sectionForms.has(id) ? 'formVendor' : null;
    const isField = (one: string): boolean => one.startsWith(`${root}/src/ui/form/`) || engine?.has(one) === true;
    if (isField(id)) return 'fields';
    // `fields` imports `common`. So a component that needs a field must be in `fields`, because a circular import of the two
    // files would evaluate one of them before its dependency.
    if (id.startsWith(`${root}/src/ui/`)) return [...closureOf(id, modules)].some((one) => isField(one)) ? 'fields' : 'common';
    // The bundler decides about the others: a module goes into the file of the one screen that needs it, or into its own.
    return sectionForms.has(id) ? 'sections' : null;
  };
}

/** The pages whose shared modules are one file, because a file each would be thirty requests. */
const TOOLS = ['/src/sandbox/main.tsx', '/src/inspector/page.tsx'];

/**
 * Assigns the modules of the tools to files. What both tools need is in one: it imports nothing of the others, so no two files
 * import each other. The bundler decides about the rest. @param root folder of the project, absolute.
 */
export function toolChunkOf(root: string): (id: string, modules: Modules) => string | null {
  let closures: Set<string>[] | null = null;
  return (id, modules) => {
    closures ??= TOOLS.map((tool) => closureOf(root + tool, modules));
    return closures.every((closure) => closure.has(id)) ? 'shared' : null;
  };
}
