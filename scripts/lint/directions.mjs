// @ts-check
/**
 * Allowed imports. The areas are listed from the bottom up: an area may import only areas that are listed before it, and only
 * those that it names. The chart imports no other area, the screens import the chart, the application imports both, the lender
 * imports the chart and the contract, and no area imports the tests.
 *
 * @typedef {object} Area
 * @property {string} folder files below it belong to this area; the longest match wins
 * @property {readonly string[]} mayImport folders or files of this repository, besides its own area
 * @property {readonly RegExp[] | 'any'} packages names of packages and Node modules
 */

const MODEL = ['machines'];
const PARTS = [...MODEL, 'src/market', 'src/i18n', 'src/ui'];
const EVERYTHING_SHOWN = [...PARTS, 'screens', 'src/api', 'src/bridge', 'src/forms', 'src/recording', 'src/router'];

const REACT = /^(react|react-dom|@xstate\/react)(\/|$)/;

/** Code that the page and the lender share. */
const CONTRACT = [...MODEL, 'src/api', 'src/market', 'src/forms'];
const GROUND = [...CONTRACT, 'server/store', 'server/refusals'];
const BOOKS = [...GROUND, 'server/identity', 'server/rail', 'server/messaging', 'server/books'];
const FEATURES = [
  ...BOOKS,
  ...['wire', 'pictures', 'collection', 'apply', 'borrow', 'repay', 'lending', 'feedback', 'promotion', 'recordings', 'policies'].map(
    (part) => `server/${part}`,
  ),
];

const NODE = /^node:/;
const HTTP = /^(fastify$|@fastify\/)/;
const SQL = /^kysely$/;

/** @type {readonly Area[]} */
export const AREAS = [
  { folder: 'machines', mayImport: [], packages: [/^xstate(\/|$)/] },
  { folder: 'src/market', mayImport: MODEL, packages: [] },
  { folder: 'src/i18n', mayImport: [...MODEL, 'src/market'], packages: [/^i18next$/] },
  { folder: 'src/ui', mayImport: [...MODEL, 'src/i18n', 'src/market'], packages: [REACT] },
  { folder: 'src/forms', mayImport: PARTS, packages: [REACT, /^(formik|yup)(\/|$)/] },
  { folder: 'src/api', mayImport: [...MODEL, 'src/market'], packages: [/^ofetch$/, /^crypto-js\//] },
  // The chart of the desk uses the types of the desk's contract.
  { folder: 'machines/desk', mayImport: [...MODEL, 'src/api/desk.ts', 'src/api/deskRights.ts'], packages: [/^xstate(\/|$)/] },
  { folder: 'machines/desk.machine.ts', mayImport: MODEL, packages: [/^xstate(\/|$)/] },
  { folder: 'machines/deskInvariants.ts', mayImport: MODEL, packages: [] },
  { folder: 'src/bridge', mayImport: MODEL, packages: [] },
  { folder: 'src/recording', mayImport: MODEL, packages: [/^xstate(\/|$)/, /^@statelyai\/inspect$/] },
  { folder: 'screens', mayImport: [...PARTS, 'src/forms'], packages: [REACT, /^(formik|yup|xstate)(\/|$)/] },
  { folder: 'src/router', mayImport: EVERYTHING_SHOWN, packages: [REACT, /^(wouter|xstate)(\/|$)/] },
  { folder: 'src/app', mayImport: EVERYTHING_SHOWN, packages: 'any' },
  {
    folder: 'src/desk',
    mayImport: [...PARTS, 'src/api', 'src/recording'],
    packages: [REACT, /^xstate$/, /^@simplewebauthn\/browser$/, /^uqr$/],
  },
  { folder: 'src/inspector', mayImport: [...EVERYTHING_SHOWN, 'src/desk'], packages: 'any' },
  {
    folder: 'src/sandbox',
    mayImport: [...EVERYTHING_SHOWN, 'src/desk/deskWords.ts', 'src/inspector/fork/phoneOfFork.ts'],
    packages: 'any',
  },
  { folder: 'src/shellCheck', mayImport: [...MODEL, 'src/ui', 'src/bridge'], packages: [REACT] },

  { folder: 'server/store', mayImport: CONTRACT, packages: [NODE, SQL, /^pg$/, /^@electric-sql\//, /^tar-stream$/] },
  { folder: 'server/refusals', mayImport: CONTRACT, packages: [] },
  { folder: 'server/wire', mayImport: GROUND, packages: [NODE, HTTP, SQL] },
  { folder: 'server/pictures', mayImport: GROUND, packages: [NODE, /^sharp$/] },
  { folder: 'server/identity', mayImport: GROUND, packages: [NODE, SQL] },
  { folder: 'server/rail', mayImport: GROUND, packages: [NODE, HTTP, SQL] },
  { folder: 'server/messaging', mayImport: [...GROUND, 'server/rail'], packages: [NODE, HTTP, SQL] },
  { folder: 'server/books', mayImport: BOOKS, packages: [SQL] },
  { folder: 'server/collection', mayImport: BOOKS, packages: [NODE, HTTP, SQL] },
  {
    folder: 'server/apply',
    mayImport: [...BOOKS, 'server/wire', 'server/pictures', 'server/collection'],
    packages: [NODE, SQL, /^sharp$/, /^tesseract\.js$/, /^csv-parse(\/|$)/],
  },
  { folder: 'server/borrow', mayImport: [...BOOKS, 'server/wire', 'server/apply'], packages: [NODE, HTTP, SQL, /^pdfkit$/] },
  { folder: 'server/repay', mayImport: BOOKS, packages: [SQL] },
  // Origination is the part from the application to the payout. Servicing is the part of the running loan.
  { folder: 'server/lending/origination', mayImport: [...BOOKS, 'server/apply', 'server/borrow'], packages: [SQL] },
  {
    folder: 'server/lending/servicing',
    mayImport: [...BOOKS, 'server/apply', 'server/repay', 'server/lending/origination'],
    packages: [SQL],
  },
  // Requests to the rail and their results, for both parts.
  {
    folder: 'server/lending/settlement',
    mayImport: [...BOOKS, 'server/apply', 'server/repay', 'server/lending/origination', 'server/lending/servicing'],
    packages: [SQL],
  },
  {
    folder: 'server/lending',
    mayImport: [
      ...BOOKS,
      ...['collection', 'apply', 'borrow', 'repay', 'lending/origination', 'lending/servicing', 'lending/settlement'].map(
        (part) => `server/${part}`,
      ),
    ],
    packages: [SQL],
  },
  { folder: 'server/feedback', mayImport: [...GROUND, 'server/pictures'], packages: [NODE, SQL] },
  { folder: 'server/promotion', mayImport: GROUND, packages: [] },
  {
    // Checks recordings by the format in which pages write them.
    folder: 'server/recordings',
    mayImport: [
      ...GROUND,
      'server/identity',
      'server/wire',
      'src/forms/privacy.ts',
      'src/recording/format.ts',
      'src/recording/canonical.ts',
      'src/recording/unredacted.ts',
    ],
    packages: [NODE, HTTP, SQL],
  },
  {
    folder: 'server/policies',
    mayImport: [...BOOKS, 'server/wire', 'server/collection', 'server/apply', 'server/recordings'],
    packages: [SQL],
  },
  {
    folder: 'server/staff',
    mayImport: [...GROUND, 'server/wire', 'server/identity', 'server/pictures'],
    packages: [NODE, HTTP, SQL, /^otpauth$/, /^@simplewebauthn\/server$/, /^@zxcvbn-ts\//],
  },
  { folder: 'server/desk', mayImport: [...FEATURES, 'server/staff'], packages: [SQL] },
  { folder: 'server/calls', mayImport: FEATURES, packages: [NODE] },
  { folder: 'server/simulation', mayImport: [...FEATURES, 'server/staff'], packages: [NODE, HTTP, SQL, /^sharp$/] },
  { folder: 'server/monitoring', mayImport: GROUND, packages: [NODE, HTTP, SQL, /^(prom-client$|@opentelemetry\/)/] },
  {
    folder: 'server/operator',
    mayImport: [...FEATURES, 'server/messaging', 'server/staff', 'server/desk'],
    packages: [NODE, SQL, /^tar-stream$/],
  },
  // Hot reload is the only reason for the lender to import the bundler.
  { folder: 'server/simulation/devPages.ts', mayImport: ['server/wire'], packages: [NODE, HTTP, /^vite$/] },
  {
    folder: 'server',
    mayImport: [...FEATURES, 'server/staff', 'server/desk', 'server/calls', 'server/monitoring', 'server/operator', 'package.json'],
    packages: [NODE, HTTP],
  },
  // The composition root of the lender: no other area imports the simulation.
  { folder: 'server/assembly', mayImport: [...CONTRACT, 'server'], packages: [HTTP] },
  { folder: 'server/startLender.ts', mayImport: [...CONTRACT, 'server'], packages: [NODE, HTTP] },
  { folder: 'server/runLender.ts', mayImport: ['server'], packages: [NODE] },
  // `npm run dev` alone imports the pages from the bundler, so the build of the lender does not contain it.
  { folder: 'server/dev.ts', mayImport: ['server/runLender.ts', 'server/simulation/devPages.ts'], packages: [] },
  { folder: 'server/startFromEnvironment.ts', mayImport: ['server'], packages: [NODE] },
  { folder: 'server/main.ts', mayImport: ['server'], packages: [] },

  { folder: 'examples', mayImport: [...MODEL, 'src/api', 'src/bridge', 'src/market'], packages: [NODE] },
  { folder: 'scripts', mayImport: ['machines', 'screens', 'src', 'server', 'examples', 'package.json'], packages: 'any' },
  { folder: 'tests', mayImport: ['machines', 'screens', 'src', 'server', 'scripts', 'examples'], packages: 'any' },
];

const inside = (/** @type {string} */ path, /** @type {string} */ folder) => path === folder || path.startsWith(`${folder}/`);

/** @param {string} path of a file, from the root of the repository, with forward slashes */
export const areaOf = (path) => AREAS.filter((area) => inside(path, area.folder)).sort((a, b) => b.folder.length - a.folder.length)[0];

/**
 * Why this import is not allowed.
 * @param {string} from path of the importing file, from the root of the repository
 * @param {string} specifier text between the quotes
 * @returns {string | undefined} undefined when the import is allowed
 */
export function complaintAbout(from, specifier) {
  const area = areaOf(from);
  if (!area) return undefined;
  const target = localTarget(from, specifier);
  if (target === undefined) {
    if (area.packages === 'any' || area.packages.some((pattern) => pattern.test(specifier))) return undefined;
    return `${area.folder} may not use the package ${specifier}`;
  }
  if (areaOf(target) === area) return undefined;
  if (!area.mayImport.some((allowed) => inside(target, allowed))) return `${area.folder} may not import ${target}`;
  // The lender shares the rules of the forms, but not their components.
  if (inside(from, 'server') && /\.(tsx|css)$/.test(target)) return `${area.folder} may not import the page part ${target}`;
  return undefined;
}

/**
 * The imported file or folder of this repository, or undefined for a package.
 * @param {string} from
 * @param {string} specifier
 */
export function localTarget(from, specifier) {
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
