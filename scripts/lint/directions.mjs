// @ts-check
/**
 * Who may import whom. Imports go one way: the chart knows nobody, the screens know the chart,
 * the application knows both sides, the lender knows the chart and the contract, nobody knows the tests.
 *
 * @typedef {object} Area
 * @property {string} folder files below it belong to this area; the longest match wins
 * @property {readonly string[]} mayImport folders or files of this repository, besides its own folder
 * @property {readonly RegExp[] | 'any'} packages names of packages and Node modules
 */

const MODEL = ['machines'];
const PARTS = [...MODEL, 'src/market', 'src/i18n', 'src/ui'];
const EVERYTHING_SHOWN = [...PARTS, 'screens', 'src/api', 'src/bridge', 'src/forms', 'src/recording', 'src/router'];

const REACT = /^(react|react-dom|@xstate\/react)(\/|$)/;

const LENDER_PACKAGES = [/^node:/, /^(fastify|kysely|pg|pino|sharp|tesseract\.js|xstate|yup)(\/|$)/, /^@fastify\//, /^@electric-sql\//];

/** @type {readonly Area[]} */
export const AREAS = [
  { folder: 'machines', mayImport: [], packages: [/^xstate(\/|$)/] },
  { folder: 'screens', mayImport: [...PARTS, 'src/forms'], packages: [REACT, /^(formik|yup|xstate)(\/|$)/] },
  { folder: 'src/market', mayImport: MODEL, packages: [] },
  { folder: 'src/i18n', mayImport: [...MODEL, 'src/market'], packages: [/^i18next$/] },
  { folder: 'src/ui', mayImport: [...MODEL, 'src/i18n', 'src/market'], packages: [REACT] },
  { folder: 'src/forms', mayImport: PARTS, packages: [REACT, /^(formik|yup)(\/|$)/] },
  // envelope-node.ts is the lender's side of the envelope and may use node:crypto.
  { folder: 'src/api', mayImport: [...MODEL, 'src/market'], packages: [/^ofetch$/, /^crypto-js\//, /^node:crypto$/] },
  { folder: 'src/bridge', mayImport: MODEL, packages: [] },
  { folder: 'src/recording', mayImport: MODEL, packages: [/^xstate(\/|$)/, /^@statelyai\/inspect$/] },
  { folder: 'src/router', mayImport: EVERYTHING_SHOWN, packages: [REACT, /^(wouter|xstate)(\/|$)/] },
  { folder: 'src/app', mayImport: EVERYTHING_SHOWN, packages: 'any' },
  { folder: 'src/inspector', mayImport: EVERYTHING_SHOWN, packages: 'any' },
  { folder: 'src/sandbox', mayImport: EVERYTHING_SHOWN, packages: 'any' },
  { folder: 'server', mayImport: [...MODEL, 'src/api', 'src/market', 'src/forms'], packages: LENDER_PACKAGES },
  // Hot reload is the one reason for the lender to know the bundler.
  { folder: 'server/simulation/devPages.ts', mayImport: ['server'], packages: [...LENDER_PACKAGES, /^vite$/] },
  { folder: 'scripts', mayImport: ['machines', 'screens', 'src', 'server'], packages: 'any' },
  { folder: 'tests', mayImport: ['machines', 'screens', 'src', 'server', 'scripts'], packages: 'any' },
];

const inside = (/** @type {string} */ path, /** @type {string} */ folder) => path === folder || path.startsWith(`${folder}/`);

/** @param {string} path of a file, from the root of the repository, with forward slashes */
export const areaOf = (path) => AREAS.filter((area) => inside(path, area.folder)).sort((a, b) => b.folder.length - a.folder.length)[0];

/**
 * Why this import is not allowed.
 * @param {string} from path of the importing file, from the root of the repository
 * @param {string} specifier what stands between the quotes
 * @returns {string | undefined} undefined when it is allowed
 */
export function complaintAbout(from, specifier) {
  const area = areaOf(from);
  if (!area) return undefined;
  const target = localTarget(from, specifier);
  if (target === undefined) {
    if (area.packages === 'any' || area.packages.some((pattern) => pattern.test(specifier))) return undefined;
    return `${area.folder} may not use the package ${specifier}`;
  }
  if (inside(target, area.folder)) return undefined;
  if (!area.mayImport.some((allowed) => inside(target, allowed))) return `${area.folder} may not import ${target}`;
  // The lender shares the rules of the forms, never their pages.
  if (area.folder === 'server' && /\.(tsx|css)$/.test(target)) return `server may not import the page part ${target}`;
  return undefined;
}

/**
 * The file or folder of this repository that is meant, or undefined for a package.
 * @param {string} from
 * @param {string} specifier
 */
function localTarget(from, specifier) {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('/')) return specifier.slice(1);
  if (!specifier.startsWith('.')) return undefined;
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
